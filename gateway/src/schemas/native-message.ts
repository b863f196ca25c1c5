import { nativeMessage, nativeMessageEdit } from '@gatehouse/service-kit/messages/native-message'
import { namedSchema } from './named-schema.ts'

export const NativeMessageRequest = namedSchema(
  'NativeMessageRequest',
  'A message. It needs content or an embed.',
  nativeMessage,
  {
    text: { content: 'The deployment of **api** is complete.' },
    embed: {
      username: 'Deployments',
      embeds: [
        {
          title: 'api 2.4.0',
          url: 'https://ci.example.com/runs/7',
          color: 0x1a7f37,
          fields: [{ name: 'Environment', value: 'production', inline: true }],
        },
      ],
    },
    mention: { content: '<@1541815603606036480>, please review.', allowed_mentions: { parse: ['users'] } },
  },
)

export const NativeMessageEditRequest = namedSchema(
  'NativeMessageEditRequest',
  'The fields to change. Omitted fields do not change; null and empty values clear them.',
  nativeMessageEdit,
  { text: { content: 'The deployment of **api** has failed.' }, embeds: { embeds: [] } },
)
