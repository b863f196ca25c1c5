import { errorSummary, fieldError } from '../form-parts.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'

/**
 * Opened by the link of a mail. Opening it and pressing its button must not authorize: programs that scan mails do both, but they do not
 * know the number.
 */
export const authorizeIpPage: Page = {
  name: 'authorize-ip',
  title: ({ authorizeIp }) => authorizeIp.title,
  body: ({ texts, texts: { authorizeIp }, linkTo }) => html`<section class="card">
<h1>${authorizeIp.title}</h1>
<div id="review" hidden>
<p>${authorizeIp.text}</p>
<dl class="facts" data-personal></dl>
<form id="form" method="post" novalidate>
${errorSummary}
<div class="field">
<label for="number">${authorizeIp.number}</label>
<p class="hint" id="number-hint">${authorizeIp.numberHint}</p>
<input class="code-input" id="number" name="number" type="text" inputmode="numeric" autocomplete="off" maxlength="8" required aria-describedby="number-hint number-error">
${fieldError('number')}
</div>
<button>${authorizeIp.submit}</button>
</form>
<div class="notice">
<p>${authorizeIp.notMe}</p>
<p><a href="${linkTo('forgot')}">${authorizeIp.reset}</a></p>
</div>
</div>
<p class="notice success" id="authorized" role="status" tabindex="-1" hidden>${authorizeIp.authorized}</p>
<p class="notice error" id="unusable" role="alert" tabindex="-1" hidden></p>
</section>
<p class="aside"><a href="${linkTo('sign-in')}">${texts.backToSignIn}</a></p>`,
}
