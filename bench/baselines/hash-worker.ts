import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '@gatehouse/service-kit/process/lower-thread-priority'
import { hashSync, verifySync } from '@node-rs/argon2'

// Verifies one password over and over for the given time: what a core can do and nothing else. Niced like the threads it is held
// against, so that what else runs on the machine takes from both.
lowerThreadPriority()
const { seconds, memoryKib, passes } = workerData
const stored = hashSync('correct horse battery staple', {
  memoryCost: memoryKib,
  timeCost: passes,
  parallelism: 1,
})
const until = performance.now() + seconds * 1000
let hashes = 0
while (performance.now() < until) {
  verifySync(stored, 'correct horse battery staple')
  hashes += 1
}
parentPort?.postMessage(hashes)
