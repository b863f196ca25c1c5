import {
  endOthersField,
  errorSummary,
  passwordField,
  secondFactorField,
  stepUpDialog,
} from '../form-parts.ts'
import { type Html, html } from '../html.ts'
import type { Page, View } from '../layout.ts'
import { passkeyDialogs, passkeySection } from '../passkey-section.ts'
import { phoneSection } from '../phone-section.ts'
import { providerSection } from '../provider-section.ts'

/** How the owner signs in. The script shows the parts that fit the account. */
export const securityPage: Page = {
  name: 'security',
  title: ({ security }) => security.title,
  isWide: true,
  hasQrCode: true,
  body: (view) => {
    const { texts, sendsMails, linkTo } = view
    const { security, sessions, emailChange } = texts
    return html`<h1 tabindex="-1">${security.title}</h1>
<p class="lead">${security.intro} <strong id="email" data-personal></strong></p>
<p class="notice error" id="failure" role="alert" hidden></p>
<div class="sections">
${passwordSection(view)}
${passkeySection(view)}
${appSection(view)}
${codesSection(view)}
${view.sendsSms ? phoneSection(view) : ''}
${providerSection(view)}
${linkSection({ title: security.sessionsTitle, text: security.sessionsText, page: linkTo('sessions'), link: sessions.title })}
${sendsMails ? linkSection({ title: security.emailTitle, text: security.emailText, page: linkTo('email'), link: emailChange.title }) : ''}
</div>
<dialog id="replace-codes-dialog" aria-labelledby="replace-codes-title">
<form method="dialog">
<h2 id="replace-codes-title">${security.replaceTitle}</h2>
<p>${security.replaceText}</p>
<div class="actions">
<button type="button" class="secondary" data-close>${texts.cancel}</button>
<button value="confirm">${security.replaceCodes}</button>
</div>
</form>
</dialog>
${passkeyDialogs(texts)}
${stepUpDialog(texts)}`
  },
}

function passwordSection({ texts, texts: { security } }: View): Html {
  return html`<section class="card" id="password-section" aria-labelledby="password-title" hidden>
<h2 id="password-title" tabindex="-1">${security.passwordTitle}</h2>
<p class="muted">${security.passwordText}</p>
<details id="change-password">
<summary>${security.changePassword}</summary>
<form id="password-form" method="post" novalidate>
${errorSummary}
<input type="text" id="password-account" autocomplete="username" hidden>
${passwordField(texts, { autocomplete: 'current-password', id: 'current-password', label: security.currentPassword })}
${passwordField(texts, { autocomplete: 'new-password', id: 'new-password', name: 'new_password', label: security.newPassword })}
<button>${security.changePassword}</button>
</form>
</details>
</section>`
}

function appSection({ texts, texts: { security } }: View): Html {
  return html`<section class="card" aria-labelledby="app-title">
<div class="title"><h2 id="app-title" tabindex="-1">${security.appTitle}</h2><span class="badge" id="app-on" hidden>${security.on}</span><span class="badge off" id="app-off" hidden>${security.off}</span></div>
<p class="muted">${security.appText}</p>
<button type="button" class="secondary" id="set-up-app" hidden>${security.setUp}</button>
<form id="app-form" method="post" novalidate hidden>
<p id="scan" tabindex="-1">${security.scan}</p>
<p id="qr-code" data-personal></p>
<p>${security.orEnter}</p>
<p class="secret" id="app-secret" data-personal></p>
<div class="actions">
<button type="button" class="secondary" id="copy-secret">${security.copyKey}</button>
<a class="button secondary" id="open-app">${security.openApp}</a>
</div>
${errorSummary}
${secondFactorField(texts, { id: 'app-code', name: 'code', hint: security.codeHint })}
${endOthersField(texts)}
<div class="actions">
<button type="button" class="secondary" id="cancel-app">${texts.cancel}</button>
<button>${security.turnOn}</button>
</div>
</form>
<details id="remove-app" hidden>
<summary>${security.remove}</summary>
<form id="remove-app-form" method="post" novalidate>
<p>${security.removeText}</p>
${errorSummary}
${secondFactorField(texts, { id: 'remove-app-code', name: 'code' })}
${endOthersField(texts)}
<button class="danger">${security.remove}</button>
</form>
</details>
</section>`
}

function codesSection({ texts: { security } }: View): Html {
  return html`<section class="card" id="codes" aria-labelledby="codes-title" hidden>
<h2 id="codes-title" tabindex="-1">${security.codesTitle}</h2>
<p class="muted">${security.codesText}</p>
<p id="codes-left" role="status" hidden></p>
<div class="actions" id="codes-actions">
<button type="button" class="secondary" id="count-codes">${security.countCodes}</button>
<button type="button" class="secondary" id="replace-codes">${security.replaceCodes}</button>
</div>
<div id="new-codes" hidden>
<h3 id="new-codes-title" tabindex="-1">${security.newCodesTitle}</h3>
<p>${security.newCodesText}</p>
<ul class="codes" id="code-list" data-personal></ul>
<div class="actions">
<button type="button" class="secondary" id="copy-codes">${security.copy}</button>
<button type="button" class="secondary" id="download-codes">${security.download}</button>
<button type="button" class="secondary" id="print-codes">${security.print}</button>
</div>
<button type="button" id="codes-saved">${security.saved}</button>
</div>
</section>`
}

function linkSection({ title, text, page, link }: Record<'title' | 'text' | 'page' | 'link', string>): Html {
  return html`<section class="card">
<h2>${title}</h2>
<p class="muted">${text}</p>
<p><a href="${page}">${link}</a></p>
</section>`
}
