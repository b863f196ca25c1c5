import { errorSummary, field } from '../form-parts.ts'
import { type Html, html } from '../html.ts'
import type { Page, View } from '../layout.ts'
import { siteLink } from '../site-links.ts'

export const forgotPage: Page = {
  name: 'forgot',
  title: ({ forgot }) => forgot.title,
  body: (view) => {
    const { texts, linkTo } = view
    return html`<section class="card">
<h1>${texts.forgot.title}</h1>
${view.sendsMails ? requestForm(view) : noMail(view)}
</section>
<p class="aside"><a href="${linkTo('sign-in')}">${texts.backToSignIn}</a></p>`
  },
}

function requestForm({ texts, texts: { forgot }, linkTo }: View): Html {
  return html`<form id="form" method="post" novalidate>
<p>${forgot.text}</p>
${errorSummary}
${field({ name: 'email', label: texts.email, type: 'email', autocomplete: 'username', isFirst: true })}
<button>${forgot.submit}</button>
</form>
<p class="notice success" id="sent" role="status" tabindex="-1" hidden>${forgot.sent}</p>
<a class="button secondary" id="enter-code" href="${linkTo('reset')}" hidden>${texts.verify.enterCode}</a>`
}

function noMail({ texts, site: { supportUrl } }: View): Html {
  return html`<p>${texts.forgot.noMail}</p>
${supportUrl === null ? '' : html`<p>${siteLink(supportUrl, texts.site.support)}</p>`}`
}
