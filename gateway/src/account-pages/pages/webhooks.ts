import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { errorSummary, field, stepUpDialog } from '../form-parts.ts'
import { type Html, html } from '../html.ts'
import type { Page, View } from '../layout.ts'

const { max: maxNameLength } = fieldBounds.webhookName

/** The webhooks of one channel, which the query names; other pages of the platform link to it. */
export const webhooksPage: Page = {
  name: 'webhooks',
  title: ({ webhooks }) => webhooks.title,
  isWide: true,
  body: (view) => {
    const {
      texts,
      texts: { webhooks },
    } = view
    return html`<h1 tabindex="-1">${webhooks.title}</h1>
<p class="lead">${webhooks.intro}</p>
<p class="notice error" id="failure" role="alert" hidden></p>
<form class="channel" id="channel-form" method="get" novalidate>
${errorSummary}
${field({ name: 'channel_id', label: webhooks.channel, type: 'text', autocomplete: 'off', hint: webhooks.channelHint })}
<button class="secondary">${webhooks.open}</button>
</form>
<div class="sections" id="of-channel" hidden>
<div class="sections" id="webhooks" data-personal></div>
<p class="muted" id="none" hidden>${webhooks.none}</p>
${createSection(view)}
</div>
${webhookTemplate(view)}
${deliveryTemplate(view)}
${stepUpDialog(texts)}`
  },
}

function createSection({ texts: { webhooks } }: View): Html {
  return html`<section class="card" aria-labelledby="create-title">
<h2 id="create-title">${webhooks.createTitle}</h2>
<form id="create-form" method="post" novalidate>
${errorSummary}
${field({ name: 'name', label: webhooks.name, type: 'text', autocomplete: 'off', hint: webhooks.nameHint.replace('{max}', String(maxNameLength)) })}
<button>${webhooks.create}</button>
</form>
</section>`
}

function webhookTemplate({ texts: { webhooks } }: View): Html {
  return html`<template id="webhook">
<section class="card webhook">
<h2 class="name" tabindex="-1"></h2>
<p class="muted created"></p>
<p>${webhooks.copyText}</p>
<div class="actions urls"></div>
<div class="actions">
<button type="button" class="secondary test">${webhooks.sendTest}</button>
<button type="button" class="secondary show-deliveries" aria-expanded="false">${webhooks.deliveries}</button>
</div>
<p class="notice result" role="status" hidden></p>
<div class="log" hidden>
<p class="muted empty" hidden>${webhooks.noDeliveries}</p>
<ul class="sessions deliveries"></ul>
</div>
</section>
</template>`
}

function deliveryTemplate({ texts: { webhooks } }: View): Html {
  return html`<template id="delivery">
<li class="session">
<div class="details">
<h3 class="name"></h3>
<p class="reason" lang="en" hidden></p>
<p class="place"></p>
<p class="times"></p>
</div>
<button type="button" class="secondary replay">${webhooks.replay}</button>
</li>
</template>`
}
