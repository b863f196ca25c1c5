import { cpuRatio } from '@gatehouse/service-kit/testing/cpu-ratio'
import { threadCpuMs } from '@gatehouse/service-kit/testing/processor-ms'
import { expect } from 'chai'
import { hashJobRunner, hashPassword } from './hashing-worker.ts'

const current = { memoryKib: 19456, passes: 2, lanes: 1 }
const present = hashPassword('a', current)

// Other processes take no processor time of this thread, but they evict its caches: such tests do not run beside others.
describe('a wrong password', () => {
  for (const [what, hash] of [
    ['argon2id of fewer KiB', hashPassword('a', { ...current, memoryKib: 1024 })],
    ['bcrypt of 4 rounds', '$2b$04$tgLlHpuP46FaCNLMCNCjHOw0NrVOznOOd7X15x0a1mD7gOy9D7/Cm'],
    [
      'PBKDF2 of 1,000 iterations',
      '$pbkdf2-sha256$1000$I6Q0hrDWWosRIiTk/L83Rg$05Jg2Qnhca.dtjkqpRLz/m1bk6aQd0976KPT57Faqtk',
    ],
  ] as const) {
    it(`costs for ${what} what an unknown email costs`, () => {
      const run = hashJobRunner(current, threadCpuMs)
      const check = (stored: string) => run({ kind: 'verify', password: 'wrong', hash: stored })
      const ratio = cpuRatio(
        () => check(hash),
        () => check(present),
        [0.5, 2],
      )
      expect(ratio).to.be.within(0.5, 2)
    })
  }
})
