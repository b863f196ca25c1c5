import { errorSummary, field, fieldError, stepUpDialog } from '../form-parts.ts'
import { type Html, html } from '../html.ts'
import type { Page } from '../layout.ts'
import type { Texts } from '../texts/texts.ts'

/** The provider of the instance, for administrators. */
export const singleSignOnPage: Page = {
  name: 'single-sign-on',
  title: ({ sso }) => sso.title,
  isWide: true,
  body: ({ texts, texts: { sso }, site: { isInsecure } }) => html`<h1 tabindex="-1">${sso.title}</h1>
<p class="lead">${sso.intro}</p>
<p class="notice error" id="failure" role="alert" hidden></p>
${isInsecure ? html`<p class="notice error">${sso.insecure}</p>\n` : ''}<div class="sections" id="settings" hidden>
<section class="card" aria-labelledby="register-title">
<h2 id="register-title">${sso.registerTitle}</h2>
<p class="muted">${sso.registerText}</p>
<p>${sso.redirectUri}</p>
<p class="secret" id="callback"></p>
<p>${sso.logoutUri}</p>
<p class="secret" id="logout"></p>
</section>
${settingsSection(sso)}
<section class="card" aria-labelledby="test-title">
<h2 id="test-title">${sso.testTitle}</h2>
<p class="muted">${sso.testText}</p>
<form id="test-form" method="post" novalidate>
${errorSummary}
<p id="test-result" role="status" hidden></p>
<ul class="sessions" id="checks" hidden></ul>
<p id="accounts" role="status" hidden></p>
<button class="secondary">${sso.test}</button>
</form>
<form id="sign-in-form" method="post" novalidate hidden>
<p>${sso.signInText}</p>
${errorSummary}
<button class="secondary">${sso.signIn}</button>
</form>
</section>
</div>
<dialog id="enforce-dialog" aria-labelledby="enforce-title">
<form method="dialog">
<h2 id="enforce-title">${sso.enforceTitle}</h2>
<p id="enforce-accounts"></p>
<div class="actions">
<button type="button" class="secondary" data-close>${texts.cancel}</button>
<button value="confirm">${sso.enforce}</button>
</div>
</form>
</dialog>
${stepUpDialog(texts)}`,
}

function settingsSection(sso: Texts['sso']): Html {
  return html`<section class="card" aria-labelledby="settings-title">
<h2 id="settings-title">${sso.settingsTitle}</h2>
<form id="settings-form" method="post" novalidate>
${errorSummary}
${textField('issuer', sso.issuer, sso.issuerHint)}
${textField('client_id', sso.clientId)}
<div class="field">
<label for="client_secret">${sso.clientSecret}</label>
<p class="hint" id="client_secret-hint">${sso.clientSecretHint}</p>
<input id="client_secret" name="client_secret" type="password" autocomplete="off" aria-describedby="client_secret-hint client_secret-error">
${fieldError('client_secret')}
</div>
<div id="stored-secret" hidden>
<p class="hint">${sso.secretStored}</p>
${checkbox('clear_secret', sso.clearSecret)}
</div>
${textField('display_name', sso.displayName)}
${textField('allowed_domains', sso.allowedDomains, sso.allowedDomainsHint)}
${checkbox('auto_provision', sso.autoProvision)}
${checkbox('enabled', sso.enabled)}
${checkbox('enforced', sso.enforced)}
<details id="more">
<summary>${sso.more}</summary>
<p class="muted">${sso.moreText}</p>
${textField('scope', sso.scope)}
${textField('authorization_url', sso.authorizationUrl)}
${textField('token_url', sso.tokenUrl)}
${textField('userinfo_url', sso.userinfoUrl)}
${textField('jwks_url', sso.jwksUrl)}
${textField('redirect_uri', sso.redirectUriField)}
</details>
<button>${sso.save}</button>
</form>
</section>`
}

function textField(name: string, label: string, hint?: string): Html {
  const optional = { type: 'text', autocomplete: 'off', isOptional: true } as const
  return field({ name, label, ...optional, ...(hint !== undefined && { hint }) })
}

function checkbox(name: string, label: string): Html {
  return html`<label class="check"><input type="checkbox" name="${name}"> ${label}</label>`
}
