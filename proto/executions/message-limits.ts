/** Of a message, in code points, but `urlSum` in bytes. Longer parts of foreign formats are truncated, those of native messages rejected. */
export const messageLimits = {
  content: 2000,
  username: 80,
  embeds: 10,
  title: 256,
  description: 4096,
  excerpt: 500,
  fields: 25,
  fieldName: 256,
  fieldValue: 1024,
  author: 256,
  footer: 2048,
  embedSum: 6000,
  url: 2048,
  urlSum: 8192,
  allowedMentions: 100,
} as const
