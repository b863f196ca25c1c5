import { errorSummary } from '../form-parts.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'

/** Opened by the link of a mail. Opening it must not verify: programs that scan mails open every link. */
export const verifyPage: Page = {
  name: 'verify',
  title: ({ verify }) => verify.title,
  body: ({ texts: { verify, script }, linkTo }) => html`<section class="card">
<h1>${verify.title}</h1>
<form id="form" method="post" novalidate hidden>
<p>${verify.text}</p>
${errorSummary}
<button>${verify.submit}</button>
</form>
<p id="incomplete" hidden>${script.incompleteLink}</p>
<p class="notice success" id="verified" role="status" tabindex="-1" hidden>${verify.verified}</p>
<p id="sign-in-first" hidden>${verify.signInFirst}</p>
<form id="resend" method="post" novalidate hidden>
${errorSummary}
<button class="secondary">${verify.resend}</button>
</form>
</section>
<p class="aside"><a href="${linkTo('sessions')}">${verify.continue}</a></p>`,
}
