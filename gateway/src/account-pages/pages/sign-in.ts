import { captchaField } from '../captcha-field.ts'
import { codeField, errorSummary, field, passwordField } from '../form-parts.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { secondStep } from '../second-step.ts'

export const signInPage: Page = {
  name: 'sign-in',
  title: ({ signIn }) => signIn.title,
  hasCaptcha: true,
  body: (view) => {
    const { texts, linkTo, sendsMails } = view
    return html`<section class="card" id="first-step">
<h1>${texts.signIn.title}</h1>
<p class="notice error" id="failure" role="alert" hidden></p>
<button type="button" class="secondary" id="sso" hidden>${texts.signIn.sso}</button>
<div data-local>
<form id="form" method="post" novalidate>
${errorSummary}
${field({ name: 'email', label: texts.email, type: 'email', autocomplete: 'username webauthn', isFirst: true })}
${passwordField(texts, { autocomplete: 'current-password' })}
${captchaField(view)}<button>${texts.signIn.submit}</button>
${sendsMails ? html`<p class="forgot"><a href="${linkTo('forgot')}">${texts.signIn.forgot}</a></p>\n` : ''}</form>
<p class="divider"><span>${texts.signIn.or}</span></p>
<button type="button" class="secondary" id="passkey" hidden>${texts.signIn.passkey}</button>
<a class="button secondary" href="${linkTo('handoff')}">${texts.signIn.handoff}</a>
</div>
</section>
<section class="card" id="waiting" aria-labelledby="waiting-title" hidden>
<h1 id="waiting-title" tabindex="-1">${texts.waiting.title}</h1>
<div id="waiting-steps">
<p>${texts.waiting.text}<br><strong id="waiting-email" data-personal></strong></p>
<p>${texts.waiting.next}</p>
<p id="waiting-number"><span>${texts.waiting.number}</span> <strong data-personal></strong></p>
<p class="progress" id="waiting-progress" role="status"></p>
<details id="by-code">
<summary>${texts.verify.enterCode}</summary>
<form id="waiting-code-form" method="post" novalidate>
${errorSummary}
${codeField(texts, 'waiting-code', 'one-time-code')}
<button>${texts.waiting.submitCode}</button>
</form>
</details>
<form id="resend" method="post" novalidate>
${errorSummary}
<button class="secondary">${texts.waiting.resend}</button>
</form>
</div>
<p class="notice error" id="waiting-ended" role="alert" tabindex="-1" hidden>${texts.waiting.ended}</p>
<button type="button" class="link" id="start-over">${texts.waiting.startOver}</button>
</section>
${secondStep(view)}
<p class="aside" data-local>${texts.signIn.register} <a href="${linkTo('register')}">${texts.signIn.registerLink}</a></p>`
  },
}
