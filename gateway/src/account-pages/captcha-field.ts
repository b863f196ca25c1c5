import { fieldError } from './form-parts.ts'
import { type Html, html } from './html.ts'
import type { View } from './layout.ts'

/** Filled by the script of the provider, which no other page loads. */
export function captchaField({ site: { captcha } }: View): Html | string {
  if (captcha === null) return ''
  return html`<div class="field">
<div id="captcha" data-provider="${captcha.provider}" data-site-key="${captcha.siteKey}"></div>
${fieldError('captcha')}
</div>
<script src="${captcha.scriptUrl}" async></script>
`
}
