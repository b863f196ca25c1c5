import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { secondStep } from '../second-step.ts'

/** Where an identity provider sends the browser back to. */
export const ssoCallbackPage: Page = {
  name: 'sso-callback',
  title: ({ signIn }) => signIn.title,
  body: (view) => html`<section class="card" id="first-step">
<h1 id="sign-in-title">${view.texts.signIn.title}</h1>
<h1 id="connection-title" hidden>${view.texts.security.connectionTitle}</h1>
<p id="progress" role="status">${view.texts.signIn.ssoProgress}</p>
<p id="connecting" role="status" hidden>${view.texts.security.connecting}</p>
<p class="notice error" id="failure" role="alert" hidden></p>
<p id="to-sign-in"><a href="${view.linkTo('sign-in')}">${view.texts.backToSignIn}</a></p>
<p id="to-security" hidden><a href="${view.linkTo('security')}">${view.texts.security.title}</a></p>
</section>
${secondStep(view)}
<p class="aside" hidden></p>`,
}
