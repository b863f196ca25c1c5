import { errorSummary } from '../form-parts.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'

/** Opened by the link of a mail. Opening it must not authorize: programs that scan mails open every link. */
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
