import {
  commonSettings,
  defineSettings,
  mongoSettings,
  type Settings,
} from '@gatehouse/service-kit/process/settings'

const { testClock, ...common } = commonSettings({ grpc: 50054, ops: 9464 })

/** Settings of a directory in a process of its own. Inside webhook-service those of webhook-service apply. */
export const directorySettings = defineSettings({
  ...common,
  ...mongoSettings({
    meaning: 'MongoDB with the guild directory; a replica set, since transactions are used.',
    database: 'gatehouse_webhooks',
  }),
})

export type DirectoryConfig = Settings<typeof directorySettings>
