import { logFields } from '@gatehouse/service-kit/process/log-fields'
import { markdownTable } from './markdown-table.ts'

/** Every field of the log records of every service. */
export function logFieldsMarkdown(): string {
  const rows = Object.entries(logFields).map(([name, meaning]) => [`\`${name}\``, meaning])
  return [
    '# Log fields',
    '',
    'Made by `npm run generate` from `service-kit/src/process/log-fields.ts`. Every process writes one JSON object a line to standard',
    'output, with `level`, `time`, `pid`, `hostname`, `name` (the service) and `msg`. These fields are named the same in every service:',
    '',
    markdownTable(['Field', 'Meaning'], rows),
    '',
  ].join('\n')
}
