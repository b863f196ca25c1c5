import { earliestDateOfBirth } from '@gatehouse/proto/field-bounds'
import { captchaField } from '../captcha-field.ts'
import { errorSummary, field, fieldError, passwordField } from '../form-parts.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { consentText } from '../site-links.ts'

export const registerPage: Page = {
  name: 'register',
  title: ({ register }) => register.title,
  hasCaptcha: true,
  body: (view) => {
    const { texts, linkTo, site } = view
    const { register } = texts
    return html`<section class="card">
<h1>${register.title}</h1>
<form id="form" method="post" novalidate>
${errorSummary}
${field({ name: 'email', label: texts.email, type: 'email', autocomplete: 'username', isFirst: true })}
${passwordField(texts, { autocomplete: 'new-password' })}
${field({ name: 'global_name', label: register.name, type: 'text', autocomplete: 'nickname', hint: register.nameHint, isOptional: true })}
${field({ name: 'date_of_birth', label: register.dateOfBirth, type: 'date', autocomplete: 'bday', min: earliestDateOfBirth, hint: register.dateOfBirthHint })}
<div class="field">
<label class="check"><input id="consent" name="consent" type="checkbox" required aria-describedby="consent-error"><span>${consentText(register.consent, site)}</span></label>
${fieldError('consent')}
</div>
${captchaField(view)}<button>${register.submit}</button>
</form>
</section>
<p class="aside">${register.signIn} <a href="${linkTo('sign-in')}">${register.signInLink}</a></p>`
  },
}
