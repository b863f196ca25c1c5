import { codeField, errorSummary } from '../form-parts.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'

/**
 * Opened by the link of a mail, or without it by a signed-in person who has its code. Opening it and pressing its button must not verify in
 * a browser that the account does not know: programs that scan mails do both.
 */
export const verifyPage: Page = {
  name: 'verify',
  title: ({ verify }) => verify.title,
  body: ({ texts, texts: { verify, script }, linkTo }) => html`<section class="card">
<h1>${verify.title}</h1>
<form id="form" method="post" novalidate hidden>
<dl class="facts" id="account" data-personal hidden><dt>${texts.email}</dt><dd id="address"></dd><dt>${verify.registered}</dt><dd id="registered"></dd></dl>
<p id="without-code">${verify.text}</p>
<p id="with-code" hidden>${verify.codeText}</p>
${errorSummary}
<div id="code-step" hidden>
${codeField(texts, 'code', 'one-time-code')}
</div>
<button>${verify.submit}</button>
</form>
<p id="incomplete" hidden>${script.incompleteLink}</p>
<p class="notice error" id="unusable" role="alert" tabindex="-1" hidden></p>
<p class="notice success" id="verified" role="status" tabindex="-1" hidden>${verify.verified}</p>
<p id="sign-in-first" hidden>${verify.signInFirst}</p>
<form id="resend" method="post" novalidate hidden>
${errorSummary}
<button class="secondary">${verify.resend}</button>
</form>
</section>
<p class="aside"><a href="${linkTo('sessions')}">${verify.continue}</a></p>`,
}
