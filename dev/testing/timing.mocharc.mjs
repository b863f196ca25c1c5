import options from '../../.mocharc.mjs'
import { timingFiles } from './test-files.mjs'

export default { ...options, spec: timingFiles, parallel: false }
