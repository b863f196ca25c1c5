import { errorSummary, secondFactorField, smsButtons } from './form-parts.ts'
import { type Html, html } from './html.ts'
import type { View } from './layout.ts'

/** The second step of a sign-in, on pages whose first step is in `#first-step`. */
export function secondStep({ texts, texts: { secondFactor }, linkTo }: View): Html {
  return html`<section class="card" id="second-step" aria-labelledby="second-step-title" hidden>
<h1 id="second-step-title">${secondFactor.title}</h1>
<form id="second-factor" method="post" novalidate>
${errorSummary}
<div class="fields" id="code-step">
<p id="app-text">${secondFactor.text}</p>
${secondFactorField(texts, { id: 'second-factor-code', name: 'code' })}
<button>${texts.signIn.submit}</button>
${smsButtons(texts, 'second-factor')}
</div>
<div class="fields" id="passkey-step" hidden>
<p>${secondFactor.passkeyText}</p>
<button type="button" class="secondary" id="use-passkey">${secondFactor.usePasskey}</button>
</div>
<p class="forgot"><a href="${linkTo('sign-in')}">${texts.backToSignIn}</a></p>
</form>
</section>`
}
