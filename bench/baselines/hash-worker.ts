import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '@gatehouse/service-kit/process/lower-thread-priority'
import { hashSync, verifySync } from '@node-rs/argon2'

// Verifies one password in a loop: the limit of one core. Its priority is that of the measured threads, so that other
// work on the machine affects both.
lowerThreadPriority()
const { seconds, memoryKib, passes } = workerData
const stored = hashSync('correct horse battery staple', {
  memoryCost: memoryKib,
  timeCost: passes,
  parallelism: 1,
})
const usedUs = () => {
  const { user, system } = process.threadCpuUsage()
  return user + system
}
const before = usedUs()
const until = performance.now() + seconds * 1000
let hashes = 0
while (performance.now() < until) {
  verifySync(stored, 'correct horse battery staple')
  hashes += 1
}
parentPort?.postMessage({ hashes, us: usedUs() - before })
