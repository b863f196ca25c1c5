import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { type Html, html } from './html.ts'
import type { Texts } from './texts/texts.ts'

type Field = {
  name: string
  /** Default: the name. */
  id?: string
  label: string
  type: 'email' | 'text' | 'date' | 'tel'
  autocomplete: string
  hint?: string
  isOptional?: boolean
  /** The earliest date. */
  min?: string
  /** The first field of the page. */
  isFirst?: boolean
}

/** Lists the errors of the form, with links to the fields. The script gives it the focus. */
export const errorSummary = html`<div class="notice error summary" role="alert" tabindex="-1" hidden></div>`

const autofocus = html` autofocus`

export function field(field: Field): Html {
  const { name, id = name, label, type, autocomplete, hint, isOptional = false, min, isFirst = false } = field
  return html`<div class="field">
<label for="${id}">${label}</label>
${hint === undefined ? '' : html`<p class="hint" id="${id}-hint">${hint}</p>`}
<input id="${id}" name="${name}" type="${type}" autocomplete="${autocomplete}"${type === 'email' ? html` autocapitalize="none" spellcheck="false"` : ''}${isOptional ? '' : html` required`}${min === undefined ? '' : html` min="${min}"`}${isFirst ? autofocus : ''} aria-describedby="${described(id, hint)}">
${fieldError(id)}
</div>`
}

type PasswordField = {
  autocomplete: 'current-password' | 'new-password'
  id?: string
  name?: string
  label?: string
  isFirst?: boolean
}

/** A new password has its rules beside it; the script marks the length as met. */
export function passwordField(texts: Texts, field: PasswordField): Html {
  const { autocomplete, id = 'password', name = 'password', label = texts.password, isFirst = false } = field
  const rules = autocomplete === 'new-password' ? passwordRules(texts, id) : undefined
  return html`<div class="field">
<label for="${id}">${label}</label>
${rules ?? ''}
<div class="password">
<input id="${id}" name="${name}" type="password" autocomplete="${autocomplete}" autocapitalize="none" spellcheck="false" required${isFirst ? autofocus : ''} aria-describedby="${rules ? `${id}-rules ` : ''}${id}-error ${id}-caps">
<button type="button" class="reveal" aria-controls="${id}" aria-label="${texts.showPassword}">${texts.show}</button>
</div>
<p class="hint caps" id="${id}-caps" role="status" hidden>${texts.capsLock}</p>
${fieldError(id)}
</div>`
}

function passwordRules({ newPassword }: Texts, id: string): Html {
  const { min } = fieldBounds.password
  return html`<div class="hint" id="${id}-rules">
<p>${newPassword.advice}</p>
<p class="rule" data-min="${min}">${newPassword.length}</p>
</div>`
}

/** A code of eight letters and digits. */
export function codeField({ code }: Texts, id: string, autocomplete = 'off', name = 'code'): Html {
  return html`<div class="field">
<label for="${id}">${code.label}</label>
<p class="hint" id="${id}-hint">${code.hint}</p>
<input class="code-input" id="${id}" name="${name}" type="text" autocomplete="${autocomplete}" autocapitalize="characters" spellcheck="false" maxlength="32" required aria-describedby="${id}-hint ${id}-error">
${fieldError(id)}
</div>`
}

/** A code of an authenticator app or a backup code, which has letters: a keyboard of digits would not be enough. */
export function secondFactorField(
  texts: Texts,
  { id, name, hint = texts.secondFactor.hint }: { id: string; name: string; hint?: string },
): Html {
  return html`<div class="field">
<label for="${id}">${texts.code.label}</label>
<p class="hint" id="${id}-hint">${hint}</p>
<input class="code-input" id="${id}" name="${name}" type="text" inputmode="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="32" required aria-describedby="${id}-hint ${id}-error">
${fieldError(id)}
</div>`
}

export function endOthersField({ security }: Texts): Html {
  return html`<label class="check"><input type="checkbox" name="end_other_sessions"> ${security.endOthers}</label>`
}

export function fieldError(id: string): Html {
  return html`<p class="problem" id="${id}-error" hidden></p>`
}

function described(id: string, hint: string | undefined): string {
  return hint === undefined ? `${id}-error` : `${id}-hint ${id}-error`
}

/** They switch a form between codes of the app and codes by SMS. */
export function smsButtons({ secondFactor }: Texts, id: string): Html {
  return html`<p class="hint" id="${id}-sms-sent" role="status" hidden></p>
<button type="button" class="secondary" id="${id}-send-sms" hidden>${secondFactor.sendSms}</button>
<button type="button" class="link" id="${id}-use-app" hidden>${secondFactor.useApp}</button>`
}

/** The dialog that asks for a proof of identity before a sensitive change. */
export function stepUpDialog(texts: Texts): Html {
  const { title, text, codeText, passkeyText, sso, ssoText, emailText, sendEmail, submit } = texts.stepUp
  return html`<dialog id="step-up" aria-labelledby="step-up-title">
<form method="dialog" novalidate>
<h2 id="step-up-title">${title}</h2>
${errorSummary}
<div class="proof" id="step-up-by-password">
<p>${text}</p>
<input type="text" id="step-up-account" autocomplete="username" hidden>
${passwordField(texts, { autocomplete: 'current-password', id: 'step-up-password' })}
</div>
<div class="proof" id="step-up-by-code" hidden>
<p id="step-up-app-text">${codeText}</p>
${secondFactorField(texts, { id: 'step-up-code', name: 'mfa_code' })}
${smsButtons(texts, 'step-up')}
</div>
<div class="proof" id="step-up-by-passkey" hidden>
<p id="step-up-passkey-text">${passkeyText}</p>
<p class="notice error" id="step-up-passkey-problem" role="alert" hidden></p>
<button type="button" class="secondary" id="step-up-passkey">${texts.secondFactor.usePasskey}</button>
</div>
<div class="proof" id="step-up-by-sso" hidden>
<p id="step-up-sso-text">${ssoText}</p>
<p class="notice error" id="step-up-sso-problem" role="alert" hidden></p>
<button type="button" class="secondary" id="step-up-sso">${sso}</button>
</div>
<div class="proof" id="step-up-by-email" hidden>
<p>${emailText}</p>
<button type="button" class="secondary" id="step-up-send-email">${sendEmail}</button>
<div id="step-up-email-sent" hidden>
${codeField(texts, 'step-up-email-code', 'one-time-code', 'email_code')}
</div>
</div>
<div class="actions">
<button type="button" class="secondary" data-close>${texts.cancel}</button>
<button value="confirm">${submit}</button>
</div>
</form>
</dialog>`
}
