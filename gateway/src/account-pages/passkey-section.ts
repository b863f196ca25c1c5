import { endOthersField, errorSummary, field } from './form-parts.ts'
import { type Html, html } from './html.ts'
import type { View } from './layout.ts'
import type { Texts } from './texts/texts.ts'

export function passkeySection({ texts, texts: { security } }: View): Html {
  return html`<section class="card" aria-labelledby="passkeys-title">
<h2 id="passkeys-title" tabindex="-1">${security.passkeysTitle}</h2>
<p class="muted">${security.passkeysText}</p>
<ul class="passkeys" id="passkeys" data-personal></ul>
<p id="passkeys-unsupported" hidden></p>
<details id="add-passkey">
<summary>${security.addPasskey}</summary>
<form id="add-passkey-form" method="post" novalidate>
${errorSummary}
${nameField(texts, 'passkey-name')}
${endOthersField(texts)}
<button>${security.addPasskey}</button>
</form>
</details>
<details id="require-passkey" hidden>
<summary>${security.requirePasskey}</summary>
<form id="require-passkey-form" method="post" novalidate>
<p>${security.requirePasskeyText}</p>
${errorSummary}
<button>${security.requirePasskey}</button>
</form>
</details>
<form id="allow-password-form" method="post" novalidate hidden>
<p>${security.allowPasswordText}</p>
${errorSummary}
<button class="secondary">${security.allowPassword}</button>
</form>
<template id="passkey">
<li class="passkey">
<div class="details">
<h3 class="name"></h3>
<p class="times"></p>
</div>
<button type="button" class="secondary rename">${security.rename}</button>
<button type="button" class="secondary remove">${security.removePasskey}</button>
</li>
</template>
</section>`
}

export function passkeyDialogs(texts: Texts): Html {
  const { security, cancel } = texts
  return html`<dialog id="rename-passkey" aria-labelledby="rename-passkey-title">
<form method="dialog" novalidate>
<h2 id="rename-passkey-title">${security.renameTitle}</h2>
${errorSummary}
${nameField(texts, 'new-passkey-name')}
<div class="actions">
<button type="button" class="secondary" data-close>${cancel}</button>
<button>${security.save}</button>
</div>
</form>
</dialog>
<dialog id="remove-passkey" aria-labelledby="remove-passkey-title">
<form method="dialog" novalidate>
<h2 id="remove-passkey-title">${security.removePasskeyTitle}</h2>
<p><strong id="removed-passkey" data-personal></strong></p>
<p>${security.removePasskeyText}</p>
${errorSummary}
${endOthersField(texts)}
<div class="actions">
<button type="button" class="secondary" data-close>${cancel}</button>
<button class="danger">${security.removePasskey}</button>
</div>
</form>
</dialog>`
}

function nameField({ security }: Texts, id: string): Html {
  const { passkeyName: label, passkeyNameHint: hint } = security
  return field({ id, name: 'name', label, hint, type: 'text', autocomplete: 'off' })
}
