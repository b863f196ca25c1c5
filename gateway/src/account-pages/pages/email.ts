import { codeField, errorSummary, field, stepUpDialog } from '../form-parts.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'

/** One form a step; the script shows one of them at a time. */
export const emailPage: Page = {
  name: 'email',
  title: ({ emailChange }) => emailChange.title,
  body: ({ texts, texts: { emailChange }, linkTo }) => html`<section class="card">
<h1>${emailChange.title}</h1>
<form id="start" method="post" novalidate>
<p>${emailChange.current} <strong class="current-email" data-personal></strong></p>
<p>${emailChange.intro}</p>
${errorSummary}
<button>${texts.continue}</button>
</form>
<form id="original" method="post" novalidate hidden>
<h2 tabindex="-1">${emailChange.originalTitle}</h2>
<p>${emailChange.sentTo} <strong class="current-email" data-personal></strong></p>
${errorSummary}
${codeField(texts, 'original-code', 'one-time-code')}
<button>${texts.continue}</button>
<button type="button" class="secondary resend">${emailChange.resend}</button>
<button type="button" class="link start-over">${texts.startOver}</button>
</form>
<form id="new" method="post" novalidate hidden>
<h2 tabindex="-1">${emailChange.newTitle}</h2>
${errorSummary}
${field({ name: 'new_email', label: emailChange.newEmail, type: 'email', autocomplete: 'email', hint: emailChange.newEmailHint })}
<button>${emailChange.sendCode}</button>
<button type="button" class="link start-over">${texts.startOver}</button>
</form>
<form id="confirm" method="post" novalidate hidden>
<h2 tabindex="-1">${emailChange.confirmTitle}</h2>
<p>${emailChange.sentTo} <strong id="new-address" data-personal></strong></p>
${errorSummary}
${codeField(texts, 'new-code', 'one-time-code')}
<p class="hint">${emailChange.consequence}</p>
<button>${emailChange.submit}</button>
<button type="button" class="secondary resend">${emailChange.resend}</button>
<button type="button" class="link" id="other-address">${emailChange.otherAddress}</button>
<button type="button" class="link start-over">${texts.startOver}</button>
</form>
</section>
<p class="aside"><a href="${linkTo('sessions')}">${texts.verify.continue}</a></p>
${stepUpDialog(texts)}`,
}
