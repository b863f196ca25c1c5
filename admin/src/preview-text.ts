import type { EmbedJson } from '@gatehouse/service-kit/messages/message-json'

export type Preview = {
  result: string
  detail: string | null
  message: {
    author: { username: string; avatar_url: string | null }
    content: string
    embeds: EmbedJson[]
  } | null
}

const squares: Record<string, number> = {
  '🟥': 0xdd2e44,
  '🟧': 0xf4900c,
  '🟨': 0xfdcb58,
  '🟩': 0x78b159,
  '🟦': 0x55acee,
  '🟪': 0xaa8ed6,
  '🟫': 0xc1694f,
  '⬛': 0x31373d,
  '⬜': 0xe6e7e8,
}

/** The message as it would look, with a bar before the lines of each embed. */
export function previewText({ result, detail, message }: Preview): string {
  const parts = [[result, detail].filter(Boolean).join('\n')]
  if (message) {
    parts.push([authorLine(message.author), message.content].filter(Boolean).join('\n'))
    parts.push(...message.embeds.map(cardText))
  }
  return parts.map(withoutControls).join('\n\n')
}

function authorLine({ username, avatar_url }: NonNullable<Preview['message']>['author']): string {
  return avatar_url === null ? username : `${username} (${avatar_url})`
}

function cardText(embed: EmbedJson): string {
  const head = embed.color === undefined ? '▫' : `${nearestSquare(embed.color)} ${hex(embed.color)}`
  const body = cardParts(embed).filter((part) => part !== undefined)
  return [
    head,
    ...body
      .join('\n')
      .split('\n')
      .map((line) => `┃ ${line}`),
  ].join('\n')
}

function cardParts({
  author,
  title,
  url,
  description,
  fields = [],
  image,
  thumbnail,
  footer,
  timestamp,
}: EmbedJson) {
  return [
    author && withUrl(author.name, author.url),
    title && withUrl(title, url),
    description,
    ...fields.map(({ name, value }) => `${name}: ${value}`),
    image && `image ${image.url}`,
    thumbnail && `thumbnail ${thumbnail.url}`,
    footer?.text,
    timestamp,
  ]
}

function withUrl(text: string, url: string | undefined): string {
  return url === undefined ? text : `${text} <${url}>`
}

function hex(color: number): string {
  return `#${color.toString(16).padStart(6, '0').toUpperCase()}`
}

/** Squares instead of escape codes, which pipes and files would contain. */
function nearestSquare(color: number): string {
  const [[square = ''] = []] = Object.entries(squares).sort(
    ([, one], [, other]) => distance(one, color) - distance(other, color),
  )
  return square
}

function distance(one: number, other: number): number {
  return [16, 8, 0].reduce((sum, bits) => sum + (((one >> bits) & 0xff) - ((other >> bits) & 0xff)) ** 2, 0)
}

/** Text of others must not move the cursor, colour the screen or change the window title. */
function withoutControls(text: string): string {
  return text.replace(/(?!\n)\p{Cc}/gu, '\u{fffd}')
}
