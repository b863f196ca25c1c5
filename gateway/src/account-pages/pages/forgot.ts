import { errorSummary, field } from '../form-parts.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'

export const forgotPage: Page = {
  name: 'forgot',
  title: ({ forgot }) => forgot.title,
  body: ({ texts, texts: { forgot }, linkTo }) => html`<section class="card">
<h1>${forgot.title}</h1>
<form id="form" method="post" novalidate>
<p>${forgot.text}</p>
${errorSummary}
${field({ name: 'email', label: texts.email, type: 'email', autocomplete: 'username', isFirst: true })}
<button>${forgot.submit}</button>
</form>
<p class="notice success" id="sent" role="status" tabindex="-1" hidden>${forgot.sent}</p>
</section>
<p class="aside"><a href="${linkTo('sign-in')}">${texts.backToSignIn}</a></p>`,
}
