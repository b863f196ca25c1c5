import { codeField, errorSummary, field, passwordField } from '../form-parts.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { secondStep } from '../second-step.ts'

/** Opened by the link of a mail, or without it by a person who has its code. */
export const resetPage: Page = {
  name: 'reset',
  title: ({ reset }) => reset.title,
  body: (view) => {
    const { texts, linkTo } = view
    const { reset } = texts
    return html`<section class="card" id="first-step">
<h1>${reset.title}</h1>
<form id="form" method="post" novalidate hidden>
<p id="named">${reset.account} <strong id="account" data-personal></strong></p>
<p>${reset.text}</p>
<p class="notice" id="removes" hidden>${reset.removes}</p>
<p class="notice" id="may-remove" hidden>${reset.mayRemove}</p>
${errorSummary}
<div class="fields" id="by-code" hidden>
${field({ name: 'email', label: texts.email, type: 'email', autocomplete: 'username' })}
${codeField(texts, 'code', 'one-time-code')}
</div>
${passwordField(texts, { label: reset.password, autocomplete: 'new-password', isFirst: true })}
<button>${reset.submit}</button>
</form>
<p class="notice error" id="unusable" role="alert" tabindex="-1" hidden></p>
<a class="button secondary" id="forgot" href="${linkTo('forgot')}" hidden>${reset.forgot}</a>
</section>
${secondStep(view)}
<p class="aside"><a href="${linkTo('sign-in')}">${texts.backToSignIn}</a></p>`
  },
}
