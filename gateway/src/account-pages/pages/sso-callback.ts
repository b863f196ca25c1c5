import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { secondStep } from '../second-step.ts'

/** Where an identity provider sends the browser back to. */
export const ssoCallbackPage: Page = {
  name: 'sso-callback',
  title: ({ signIn }) => signIn.title,
  body: (view) => html`<section class="card" id="first-step">
<h1>${view.texts.signIn.title}</h1>
<p id="progress" role="status">${view.texts.signIn.ssoProgress}</p>
<p class="notice error" id="failure" role="alert" hidden></p>
<p><a href="${view.linkTo('sign-in')}">${view.texts.backToSignIn}</a></p>
</section>
${secondStep(view)}
<p class="aside" hidden></p>`,
}
