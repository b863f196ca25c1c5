const everyTest =
  '{proto,service-kit,gateway,auth-service,session-service,guild-directory,webhook-service,admin,dev,e2e,bench}/**/*.test.ts'

// mocha adds the files of the command line to those of the configuration: whoever names some wants only those.
const namesFiles = process.argv.slice(2).some((argument) => argument.endsWith('.test.ts'))

export default {
  ...(namesFiles ? {} : { spec: [everyTest] }),
  ignore: ['**/node_modules/**', '**/dist/**'],
  require: ['dev/testing/root-hooks.ts'],
  reporter: 'dev/testing/reporter.mjs',
  'node-option': ['conditions=gatehouse-source'],
  timeout: 30_000,
}
