import { errorSummary, passwordField } from '../form-parts.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { secondStep } from '../second-step.ts'

/** Opened by the link of a mail. */
export const revertPage: Page = {
  name: 'revert',
  title: ({ revert }) => revert.title,
  body: (view) => {
    const { texts, linkTo } = view
    const { revert } = texts
    return html`<section class="card" id="first-step">
<h1>${revert.title}</h1>
<form id="form" method="post" novalidate hidden>
<p>${texts.reset.account} <strong id="account" data-personal></strong></p>
<p>${revert.text}</p>
<p>${revert.consequence}</p>
${errorSummary}
<input type="text" id="revert-account" autocomplete="username" hidden>
${passwordField(texts, { label: texts.reset.password, autocomplete: 'new-password', isFirst: true })}
<button>${revert.submit}</button>
</form>
<p class="notice error" id="unusable" role="alert" tabindex="-1" hidden></p>
<a class="button secondary" id="forgot" href="${linkTo('forgot')}" hidden>${texts.signIn.forgot}</a>
</section>
${secondStep(view)}
<p class="aside"><a href="${linkTo('sign-in')}">${texts.backToSignIn}</a></p>`
  },
}
