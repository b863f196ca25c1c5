import { setting } from './setting.ts'

/** The settings of a process that uses MongoDB, to spread into its table; `meaning` says what for. */
export function mongoSettings({ meaning, database }: { meaning: string; database: string }) {
  return {
    mongodbUrl: setting.mongodbUrl({ env: 'GATEHOUSE_MONGODB_URL', meaning }),
    mongodbDatabase: setting.text({
      env: 'GATEHOUSE_MONGODB_DATABASE',
      default: database,
      meaning: 'Database of this service.',
    }),
  }
}
