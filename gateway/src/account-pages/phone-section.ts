import { endOthersField, errorSummary, field, secondFactorField } from './form-parts.ts'
import { type Html, html } from './html.ts'
import type { View } from './layout.ts'

/** The phone number, and whether it receives codes for sign-ins. */
export function phoneSection({ texts, texts: { security } }: View): Html {
  return html`<section class="card" id="phone-section" aria-labelledby="phone-title">
<div class="title"><h2 id="phone-title" tabindex="-1">${security.phoneTitle}</h2><span class="badge" id="sms-on" hidden>${security.on}</span><span class="badge off" id="sms-off" hidden>${security.off}</span></div>
<p class="muted">${security.phoneText}</p>
<p id="phone-number" data-personal hidden></p>
<p id="sms-needs-app" hidden>${security.smsNeedsApp}</p>
<div class="actions">
<button type="button" class="secondary" id="enable-sms" hidden>${security.enableSms}</button>
<button type="button" class="secondary" id="disable-sms" hidden>${security.disableSms}</button>
<button type="button" class="secondary" id="remove-phone" hidden>${security.removePhone}</button>
</div>
<details id="set-phone">
<summary>${security.setPhone}</summary>
<form id="phone-form" method="post" novalidate>
${errorSummary}
${field({ name: 'phone', label: security.phone, type: 'tel', autocomplete: 'tel', hint: security.phoneHint })}
<button>${security.sendCode}</button>
</form>
<form id="phone-code-form" method="post" novalidate hidden>
<p>${security.codeSentTo} <strong id="code-phone" data-personal></strong></p>
${errorSummary}
${secondFactorField(texts, { id: 'phone-code', name: 'code', hint: texts.secondFactor.smsHint })}
${endOthersField(texts)}
<div class="actions">
<button type="button" class="secondary" id="other-phone">${security.otherPhone}</button>
<button>${security.confirmPhone}</button>
</div>
</form>
</details>
</section>`
}
