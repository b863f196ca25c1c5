import { errorSummary, stepUpDialog } from '../form-parts.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'

export const sessionsPage: Page = {
  name: 'sessions',
  title: ({ sessions }) => sessions.title,
  isWide: true,
  body: ({ texts, texts: { sessions }, linkTo, sendsMails }) => html`<h1 tabindex="-1">${sessions.title}</h1>
<p class="lead" id="signed-in-as" hidden>${sessions.signedInAs} <strong id="email" data-personal></strong>${sendsMails ? html` · <a href="${linkTo('email')}">${texts.emailChange.title}</a>` : ''}</p>
<p class="lead">${sessions.intro}</p>
<form class="notice" id="resend" method="post" novalidate hidden>
<p>${sessions.unverified}</p>
${errorSummary}
<p><a href="${linkTo('verify')}">${texts.verify.enterCode}</a></p>
<button class="secondary">${texts.verify.resend}</button>
</form>
<p class="notice error" id="failure" role="alert" hidden></p>
<ul class="sessions" id="sessions" data-personal></ul>
<button type="button" class="danger" id="end-others" hidden>${sessions.endOthers}</button>
<template id="session">
<li class="session">
<svg class="device" viewBox="0 0 24 24" aria-hidden="true"><path class="desktop" d="M3 5h18v11H3zM8 20h8M12 16v4"/><path class="mobile" d="M7 3h10v18H7zM11 18h2"/></svg>
<div class="details">
<h2 class="name"></h2>
<p class="place"></p>
<p class="times"></p>
</div>
<span class="badge">${sessions.current}</span>
<button type="button" class="secondary end">${sessions.end}</button>
</li>
</template>
<dialog id="end-others-dialog" aria-labelledby="end-others-title">
<form method="dialog">
<h2 id="end-others-title">${sessions.endOthersTitle}</h2>
<p>${sessions.endOthersText}</p>
<div class="actions">
<button type="button" class="secondary" data-close>${texts.cancel}</button>
<button class="danger" value="confirm">${sessions.endOthers}</button>
</div>
</form>
</dialog>
${stepUpDialog(texts)}`,
}
