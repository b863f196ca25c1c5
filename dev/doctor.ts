import { examinePorts } from './doctor/examine-ports.ts'
import { examineMongodb, examineRedis } from './doctor/examine-stores.ts'
import { examineNode, examineTool } from './doctor/examine-tools.ts'
import { findingText } from './doctor/finding.ts'

const findings = [
  examineNode(),
  await examineMongodb(process.env),
  await examineRedis(process.env),
  await examinePorts(process.env),
  examineTool('git', 'npm run check'),
  examineTool('kubectl', 'the manifests question of npm run check'),
  examineTool('docker', 'npm run images'),
]
for (const finding of findings) console.log(findingText(finding))
process.exitCode = findings.some(({ state }) => state === 'bad') ? 1 : 0
