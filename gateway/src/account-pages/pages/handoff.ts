import { codeField, errorSummary, stepUpDialog } from '../form-parts.ts'
import { type Html, html } from '../html.ts'
import type { Page } from '../layout.ts'
import type { Texts } from '../texts/texts.ts'

/** The script shows the parts for a tab that is signed in, or those for one that is not. */
export const handoffPage: Page = {
  name: 'handoff',
  title: ({ handoff }) => handoff.title,
  body: ({ texts, texts: { handoff }, linkTo }) => html`<section class="card">
<div id="receive" hidden>
<h1>${handoff.receiveTitle}</h1>
<div class="start">
<p>${handoff.receiveText}</p>
<button type="button" class="show-code">${handoff.showCode}</button>
<details>
<summary>${handoff.orEnter}</summary>
${codeForm(texts, 'receive-code')}
</details>
</div>
</div>
<div id="give" hidden>
<h1>${handoff.giveTitle}</h1>
<div class="start">
<p>${handoff.giveText}</p>
${codeForm(texts, 'give-code')}
<button type="button" class="secondary show-code">${handoff.giveShowCode}</button>
</div>
<div class="receiver" hidden>
<h2 tabindex="-1">${handoff.confirmTitle}</h2>
<p class="device-name" data-personal></p>
<p>${handoff.confirmText}</p>
<div class="actions">
<button type="button" class="secondary decline">${handoff.decline}</button>
<button type="button" class="confirm">${handoff.confirm}</button>
</div>
</div>
</div>
<div id="waiting" hidden>
<div class="shown-code" id="shown-code" hidden>
<p>${handoff.onOtherDevice}<br><strong id="page-address"></strong></p>
<output id="code" data-personal></output>
<p class="hint">${handoff.lifetime}</p>
</div>
<p id="progress" role="status"></p>
<button type="button" class="secondary" id="cancel">${texts.cancel}</button>
</div>
</section>
<p class="aside" id="sign-in-link" hidden><a href="${linkTo('sign-in')}">${handoff.signIn}</a></p>
${stepUpDialog(texts)}`,
}

function codeForm(texts: Texts, id: string): Html {
  return html`<form method="post" novalidate>
${errorSummary}
${codeField(texts, id)}
<button>${texts.continue}</button>
</form>`
}
