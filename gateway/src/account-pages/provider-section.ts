import { errorSummary } from './form-parts.ts'
import { type Html, html } from './html.ts'
import type { View } from './layout.ts'

/** Whether the identity provider can be used to sign in. The script shows it while there is one. */
export function providerSection({ texts: { security } }: View): Html {
  return html`<section class="card" id="provider-section" aria-labelledby="provider-title" hidden>
<div class="title"><h2 id="provider-title" tabindex="-1">${security.providerTitle}</h2><span class="badge" id="provider-on" hidden>${security.on}</span><span class="badge off" id="provider-off" hidden>${security.off}</span></div>
<p class="muted" id="provider-text"></p>
<button type="button" class="secondary" id="connect-provider" hidden></button>
<details id="disconnect-provider" hidden>
<summary>${security.disconnect}</summary>
<form id="disconnect-form" method="post" novalidate>
<p>${security.disconnectText}</p>
${errorSummary}
<button class="danger">${security.disconnect}</button>
</form>
</details>
</section>`
}
