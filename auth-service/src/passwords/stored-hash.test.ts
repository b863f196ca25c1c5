import * as reference from 'argon2'
import { expect } from 'chai'
import { hashJobRunner, hashPassword } from './hashing-worker.ts'
import { importedHashProblem } from './imported-hash.ts'
import { type Argon2Parameters, isCurrentHash, readStoredHash } from './stored-hash.ts'

const current = { memoryKib: 19456, passes: 2, lanes: 1 }
const run = hashJobRunner(current)
const check = (candidate: string, hash: string) => run({ kind: 'verify', password: candidate, hash })

const variants = { argon2d: reference.argon2d, argon2i: reference.argon2i, argon2id: reference.argon2id }

function referenceHash(variant: keyof typeof variants, of: Argon2Parameters): Promise<string> {
  const { memoryKib: memoryCost, passes: timeCost, lanes: parallelism } = of
  return reference.hash(password, { type: variants[variant], memoryCost, timeCost, parallelism })
}

const password = 'violet anchor 17 \u00fc'

/** Version 3 with SHA-256. */
function aspNet(iterations: number): string {
  const bytes = Buffer.alloc(13 + 16 + 32, 7)
  bytes[0] = 1
  for (const [index, value] of [1, iterations, 16].entries()) bytes.writeUInt32BE(value, 1 + 4 * index)
  return bytes.toString('base64')
}

/** Made by the systems named: Werkzeug, Better Auth, Lucia, passlib, Django, and Python's hashlib for the PHC strings. */
const vectors: [string, string][] = [
  ['bcrypt of passlib, $2b$', '$2b$04$tgLlHpuP46FaCNLMCNCjHOw0NrVOznOOd7X15x0a1mD7gOy9D7/Cm'],
  ['bcrypt, $2a$', '$2a$04$QjG71wRsU1lUBuEVWqvoG.ui.N0qe7S5e1QlU3xxM3ogFBDlP5Eb6'],
  ['bcrypt of PHP, $2y$', '$2y$04$1X2Cy4288N00a0/NRiwnxOA6uqu53H.D1/ZBeSaXtRJN9R8QtPVy.'],
  [
    'scrypt of passlib',
    '$scrypt$ln=10,r=8,p=2$8R5D6N0bo7R2TonxnhNiDA$NvyvEnHQW+e48tED56a0G5UJnd5xnd34uFEAA0304L8',
  ],
  [
    'scrypt as PHC string',
    '$scrypt$ln=10,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$OnlESGka1qpcpuZExafExK3XqhWfaaSCFEQkJLa3fK4',
  ],
  ['PBKDF2-SHA1 of passlib', '$pbkdf2$1000$0Pqf0zonJOQ8R.h9r3VuDQ$dWHW7FiVNgS2zXWLV1jxMSaUExI'],
  [
    'PBKDF2-SHA256 of passlib',
    '$pbkdf2-sha256$1000$I6Q0hrDWWosRIiTk/L83Rg$05Jg2Qnhca.dtjkqpRLz/m1bk6aQd0976KPT57Faqtk',
  ],
  [
    'PBKDF2-SHA512 of passlib',
    '$pbkdf2-sha512$1000$plRqTende2/tndN6r3VubQ$ExNyKvXDjuPB0Pd9AujQRDsYQVaf4mg8.aNgMYujjYfI7jiUaLVNpRDjvI0bu3.QlfeLiBuqhAN5bvqAJRtw2Q',
  ],
  ['PBKDF2-SHA1 as PHC string', '$pbkdf2-sha1$i=1000$MDEyMzQ1Njc4OWFiY2RlZg$MmcyPYmdXz7i8mqaAqIR8n1jx5M'],
  [
    'PBKDF2-SHA256 as PHC string',
    '$pbkdf2-sha256$i=1000$MDEyMzQ1Njc4OWFiY2RlZg$bO9UTwAjFkoiOE4Nfw9SLuCN6ZmO4YvUL700OU2/mZ4',
  ],
  [
    'PBKDF2-SHA512 as PHC string',
    '$pbkdf2-sha512$i=1000$MDEyMzQ1Njc4OWFiY2RlZg$B98pQVRBeVww/OSIAHsYc9MYruY3C5TNQ/mKnmRn2It3gjELK93kl+/TTdvckKlvVw4MdcSPHJUsbN1GHqRafg',
  ],
  [
    'PBKDF2 as PHC string with a length',
    '$pbkdf2-sha256$i=1000,l=32$MDEyMzQ1Njc4OWFiY2RlZg$bO9UTwAjFkoiOE4Nfw9SLuCN6ZmO4YvUL700OU2/mZ4',
  ],
  [
    'argon2i',
    '$argon2i$v=19$m=1024,t=2,p=1$6b33fq+1NkZobc2ZUyrlPA$WIjhlYwR0/LP98BzO4DXCNiXvj/aqNard8ykMgJvryM',
  ],
  [
    'argon2id of the argon2 package of npm since 0.45, with the parameters sorted',
    '$argon2id$v=19$m=1024,p=1,t=2$LY4TMTqvvz89J4AYiA00Zg$TnzryyYj65pdJBKt69JKJq1GlBMhr2tXO5MkcSuyKJE',
  ],
  [
    'argon2id with padding, as of Keycloak',
    '$argon2id$v=19$m=1024,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg==$qYq3VeF/ngF68IuMviZk3RdM8jPwpcgvs4jdvgkqY8E=',
  ],
  [
    'argon2id of other parameters',
    '$argon2id$v=19$m=1024,t=3,p=4$eC/F+L+X0prz/v+fk1JKKQ$+CpWXQTYHUipek25fyLvpwktLKexknLwED8H6cjnImw',
  ],
  [
    "Django's PBKDF2-SHA256",
    'pbkdf2_sha256$1000$ZSfOxTaEFWl9uhkGV9VPk1$eH4C1fpN9+uaH07AxhqbFWsS+uySanWgFAKMzTkfaJg=',
  ],
  ["Django's PBKDF2-SHA1", 'pbkdf2_sha1$1000$sLZGLZ9myrxwjIwjEYUSN1$pKgv5QmiUeFLWt1GVibfxSsG/E0='],
  [
    "Django's scrypt",
    'scrypt$1024$sHHHCujn1031IL7B6Cuppv$8$5$Lx1gtEF4o/8CWSOu8uwCSy0sb71MTVWT1BQSZtvurWteCpHj0IKaGIlM+Z1HsIr/PqgeW1nsQBDQ0VRdg5cJSg==',
  ],
  ["Django's bcrypt", 'bcrypt$$2b$04$vqYItRkbH/35fWcGsPYv6OYxct/tE1fpTINNaSUiopOIjfjkpk1s2'],
  [
    "Django's argon2",
    'argon2$argon2id$v=19$m=1024,t=2,p=1$U0hUNTh6c2pVOUJMS2NObUhCWllBaA$cOKoZbAIKkZ2az/TuSPa3Phc87POj1S6ZJn0ND1pRe8',
  ],
  [
    "Werkzeug's scrypt",
    'scrypt:1024:8:1$NGGLakCbSS2oHq65$2dc3a5c63f96c724d5ccde8b23d36c333f3b7b6e402c318372ab42040a31fdd2238122b1aa85b716153b25d5ce9675f1c93cb03932c721b95b9b5d0c4121be19',
  ],
  [
    "Werkzeug's PBKDF2-SHA256",
    'pbkdf2:sha256:1000$lPyBsczepI4UTAob$a64be73b331c8455f2087c63602e77a0c7b48b6f9650ec6dacf5062565723f36',
  ],
  ["Werkzeug's PBKDF2-SHA1", 'pbkdf2:sha1:1000$qst17LoOjbxKDTRK$52dadbc430903229812487ee2b69ba1079279bc3'],
  [
    "Werkzeug's PBKDF2-SHA512",
    'pbkdf2:sha512:1000$ytVFkXrGpe7hbQ0d$7f49c1a95e0c15117bc5a691270b5c68840fbc5294a83603eb5a3f21fdcdbb80c76b30fb754746da74eb59c480cbd610c0d46af04700ebecbddcc92bacf40026',
  ],
  [
    'Better Auth',
    '0e79e7a1babf99f2a5b633d59a2b478d:c12fbcbb98e8ca24937de06c41f281191101dfddf9a069610cc1f0dac13291b95dcc332340efbd1eeb6c537e28ad137872cc475a0bd10e63991ef0d92efaa3cb',
  ],
  [
    'Lucia',
    '3f8f0be1d9df790d0a4575680000afb0:50705364e24cbed3ed92f8b49f8072a44f8834e4de2285a3ca4d474c7b421d4b80ec27b8ef8e87c7dac5f13404ce3e362fd3c5b366e544f1b1f70f43b0ea2bdb',
  ],
  [
    'Lucia 2',
    's2:vje4kp8x7rtj687l:9000383ab4b94efa2db32b7e95de2515b06652585f659e7acb98bc49950a103c91f04381b5d114db3663a79f4b2e912deeed73ce585031b0b139fd8fd49c143c',
  ],
]

const [firebaseSalt, firebaseDigest, firebaseSigner] = [
  '42xEC+ixf3L2lw==',
  'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
]
const firebase = `$firescrypt$ln=14,r=8,p=1$${firebaseSalt}$${firebaseDigest}$Bw==$${firebaseSigner}`

/** With their password: those that the projects test with. */
const published: [string, string, string][] = [
  ['Firebase', 'user1password', firebase],
  [
    'Firebase in the alphabet of its export',
    'user1password',
    firebase.replaceAll('+', '-').replaceAll('/', '_'),
  ],
  [
    'ASP.NET Identity, version 3',
    'my password',
    'AQAAAAEAACcQAAAAEAABAgMEBQYHCAkKCwwNDg+yWU7rLgUwPZb1Itsmra7cbxw2EFpwpVFIEtP+JIuUEw==',
  ],
  [
    'ASP.NET Identity, version 2',
    'my password',
    'AAABAgMEBQYHCAkKCwwNDg+ukCEMDf0yyQ29NYubggHIVY0sdEUfdyeM+E1LtH1uJg==',
  ],
  [
    'Better Auth with letters that NFKC replaces',
    '\uFB01ne \u2460',
    'bc54f0622450bb187310539920fbdfb9:5a09677e22bd58b5b25256768982f0a5c6b1f84a7ea10b1c2f90ab09469a046a9caa658c2abab5cf4659d89eab0cc202c85143f623a1776ca9e2df2fbb9fba4b',
  ],
]

/** The reference implementation of argon2, of whose code @node-rs/argon2 shares none. */
describe('argon2 strings', () => {
  const parameters = [
    { memoryKib: 19_456, passes: 2, lanes: 1 },
    { memoryKib: 8192, passes: 3, lanes: 4 },
    { memoryKib: 65_536, passes: 1, lanes: 2 },
  ]

  for (const each of parameters) {
    const name = `m=${each.memoryKib},t=${each.passes},p=${each.lanes}`

    it(`of ${name} are verified by the reference implementation`, async () => {
      const hash = hashPassword(password, each)
      expect(hash).to.include(`$argon2id$v=19$${name}$`)
      expect(await reference.verify(hash, password)).to.equal(true)
      expect(await reference.verify(hash, `${password}x`)).to.equal(false)
    })

    for (const variant of ['argon2i', 'argon2id'] as const) {
      it(`of ${variant} and ${name} are verified if the reference implementation made them`, async () => {
        const hash = await referenceHash(variant, each)
        expect(importedHashProblem(hash)).to.equal(null)
        expect(check(password, hash)).to.equal(true)
        expect(check(`${password}x`, hash)).to.equal(false)
      })
    }
  }

  it('of argon2d are rejected, also if the reference implementation made them', async () => {
    const hash = await referenceHash('argon2d', current)
    expect(await reference.verify(hash, password)).to.equal(true)
    expect(importedHashProblem(hash)).to.equal('PASSWORD_HASH_NOT_SUPPORTED')
    expect(() => check(password, hash)).to.throw('unknown format')
  })
})

describe('hashes of other systems', () => {
  for (const [what, hash] of vectors) {
    it(`accepts the right password for ${what} and rejects others`, () => {
      expect(importedHashProblem(hash)).to.equal(null)
      expect(check(password, hash)).to.equal(true)
      expect(check(`${password}x`, hash)).to.equal(false)
      expect(check('', hash)).to.equal(false)
      expect(isCurrentHash(readStoredHash(hash), current), 'the hash is replaced').to.equal(false)
    })
  }

  for (const [what, right, hash] of published) {
    it(`accepts the right password for ${what} and rejects others`, () => {
      expect(importedHashProblem(hash)).to.equal(null)
      expect(check(right, hash)).to.equal(true)
      for (const other of [`${right}x`, right.slice(1), right.toUpperCase(), ''])
        expect(check(other, hash), other).to.equal(false)
    })
  }

  it('compares the first 72 bytes for bcrypt', () => {
    const hash = '$2b$04$esYSCw4f17g.R2Yb/MQojedHyxODGq.n0hfHz7SMwyf9f5KkDs7Re'
    for (const ident of ['2a', '2b', '2y']) {
      const same = hash.replace('2b', ident)
      expect(check('a'.repeat(72), same)).to.equal(true)
      expect(check(`${'a'.repeat(72)} and more`, same)).to.equal(true)
      expect(check('a'.repeat(71), same)).to.equal(false)
      // An old $2a$ with a wrapped length would compare a single byte.
      expect(check('a'.repeat(256), same)).to.equal(true)
    }
  })

  const [salt, digest] = ['MDEyMzQ1Njc4OWFiY2RlZg', 'OnlESGka1qpcpuZExafExK3XqhWfaaSCFEQkJLa3fK4']
  const bcryptRest = 'YTvNhgHFieQNgf9TaSvdS.G3aXP/3xJBxd.dWpeHymGbwiKFdp2Q6'
  for (const [what, hash] of [
    ['nothing', ''],
    ['a password in clear', password],
    ['MD5', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['MD5-crypt', '$1$abcdefgh$G//4keteveJp0qb8z2DxG/'],
    ['SHA-512-crypt', `$6$saltsalt$${'a'.repeat(86)}`],
    [
      'argon2d, whose memory accesses depend on the password',
      '$argon2d$v=19$m=1024,t=2,p=1$RYix9h6jNOb8H0No7R2j9A$juA+JQKnBNpRU5RSXW1nXp63LNm/h9V+PYjZ0ojf67E',
    ],
    ['argon2id with a truncated salt', `$argon2id$v=19$m=1024,t=3,p=4$9$${digest}`],
    ['argon2id of no passes', `$argon2id$v=19$m=1024,t=0,p=1$${salt}$${digest}`],
    ['argon2id of an unknown version', `$argon2id$v=7$m=1024,t=1,p=1$${salt}$${digest}`],
    ['argon2id with text after it', `$argon2id$v=19$m=1024,t=2,p=1$${salt}$${digest}$x`],
    ['truncated bcrypt', `$2b$10$${bcryptRest.slice(1)}`],
    ['bcrypt of 3 rounds', `$2b$03$${bcryptRest}`],
    ['bcrypt of an unknown letter', `$2x$10$${bcryptRest}`],
    ['scrypt of an odd cost', `scrypt$1000$salt$8$1$${digest}`],
    ['scrypt of a cost too large for its block size', `$scrypt$ln=16,r=1,p=1$${salt}$${digest}`],
    ['scrypt of no lanes', `$scrypt$ln=10,r=8,p=0$${salt}$${digest}`],
    ['scrypt of an unlimited cost', `$scrypt$ln=99999,r=8,p=1$${salt}$${digest}`],
    ['PBKDF2 of no iterations', `$pbkdf2-sha256$i=0$${salt}$${digest}`],
    [
      'PBKDF2 with a digest in hexadecimal, as its length says',
      `$pbkdf2-sha256$i=64000,l=32$${'ab'.repeat(16)}$${'cd'.repeat(32)}`,
    ],
    ['Firebase without its signer', firebase.slice(0, firebase.lastIndexOf('$'))],
    ['Firebase with a digest that was cut', firebase.replace(firebaseDigest, firebaseDigest.slice(0, 40))],
    ['Firebase of an odd cost', firebase.replace('ln=14', 'ln=0')],
    ['Better Auth with a digest that was cut', `${'ab'.repeat(16)}:${'cd'.repeat(63)}`],
    ['Better Auth with a salt that was cut', `${'ab'.repeat(15)}:${'cd'.repeat(64)}`],
    ['Werkzeug with a digest of another hash', `pbkdf2:sha256:1000$salt$${'ab'.repeat(20)}`],
    ['Werkzeug in base64', `pbkdf2:sha256:1000$salt$${digest}`],
    ['Werkzeug of MD5', `pbkdf2:md5:1000$salt$${'ab'.repeat(16)}`],
    ["Werkzeug's scrypt of an odd cost", `scrypt:1000:8:1$salt$${'ab'.repeat(64)}`],
    [
      'ASP.NET Identity of an unknown version',
      `AgAAAAEAACcQAAAAEAABAgMEBQYHCAkKCwwNDg+yWU7rLgUwPZb1Itsmra7cbxw2EFpwpVFIEtP+JIuUEw==`,
    ],
    [
      'ASP.NET Identity of an unknown hash',
      `AQAAAAMAACcQAAAAEAABAgMEBQYHCAkKCwwNDg+yWU7rLgUwPZb1Itsmra7cbxw2EFpwpVFIEtP+JIuUEw==`,
    ],
    [
      'ASP.NET Identity of no iterations',
      `AQAAAAEAAAAAAAAAEAABAgMEBQYHCAkKCwwNDg+yWU7rLgUwPZb1Itsmra7cbxw2EFpwpVFIEtP+JIuUEw==`,
    ],
    [
      'ASP.NET Identity with a salt that is longer than the rest',
      `AQAAAAEAACcQAAAAgAABAgMEBQYHCAkKCwwNDg+yWU7rLgUwPZb1Itsmra7cbxw2EFpwpVFIEtP+JIuUEw==`,
    ],
    ['any base64', `A${'b'.repeat(87)}`],
    ['PBKDF2 of MD5', `$pbkdf2-md5$i=1000$${salt}$${digest}`],
    ['PBKDF2 with a digest of 6 bytes', `$pbkdf2-sha256$i=1000$${salt}$OnlESGka`],
    ['a digest of 1,500 bytes', `$pbkdf2-sha256$i=1000$${salt}$${'A'.repeat(2000)}`],
    ['a line break after a hash', `$2b$10$${bcryptRest}\n`],
  ] as const) {
    it(`rejects ${what}`, () => expect(importedHashProblem(hash)).to.equal('PASSWORD_HASH_NOT_SUPPORTED'))
  }

  for (const [what, costly, affordable] of [
    [
      'memory of argon2',
      `$argon2id$v=19$m=262145,t=1,p=1$${salt}$${digest}`,
      `$argon2id$v=19$m=262144,t=1,p=1$${salt}$${digest}`,
    ],
    [
      'passes of argon2',
      `$argon2id$v=19$m=65536,t=17,p=1$${salt}$${digest}`,
      `$argon2id$v=19$m=65536,t=16,p=1$${salt}$${digest}`,
    ],
    ['rounds of bcrypt', `$2b$14$${bcryptRest}`, `$2b$13$${bcryptRest}`],
    [
      'memory of scrypt',
      `$scrypt$ln=18,r=8,p=1$${salt}$${digest}`,
      `$scrypt$ln=17,r=8,p=1$${salt}$${digest}`,
    ],
    ['memory of Firebase', firebase.replace('ln=14', 'ln=18'), firebase.replace('ln=14', 'ln=17')],
    [
      'memory of Werkzeug',
      `scrypt:262144:8:1$salt$${'ab'.repeat(64)}`,
      `scrypt:131072:8:1$salt$${'ab'.repeat(64)}`,
    ],
    ['iterations of ASP.NET Identity', aspNet(2_000_001), aspNet(2_000_000)],
    ['lanes of scrypt', `$scrypt$ln=17,r=8,p=3$${salt}$${digest}`, `$scrypt$ln=17,r=8,p=2$${salt}$${digest}`],
    [
      'iterations of PBKDF2',
      `$pbkdf2-sha256$2000001$${salt}$${digest}`,
      `$pbkdf2-sha256$2000000$${salt}$${digest}`,
    ],
    [
      'iterations for each block of PBKDF2',
      `$pbkdf2-sha1$1000001$${salt}$${digest}`,
      `$pbkdf2-sha1$1000000$${salt}$${digest}`,
    ],
  ] as const) {
    it(`rejects ${what} above the limit and accepts the limit itself`, () => {
      expect(importedHashProblem(costly)).to.equal('PASSWORD_HASH_TOO_COSTLY')
      expect(importedHashProblem(affordable)).to.equal(null)
    })
  }

  for (const hash of [
    `$argon2id$v=19$m=65536,t=1,p=1$${salt}$${digest}`,
    `$scrypt$ln=16,r=8,p=1$${salt}$${digest}`,
  ]) {
    it(`rejects ${hash.slice(0, 24)}… where a hashing thread has too little memory for it`, () => {
      const itsMemory = 64 * 1024 * 1024
      expect(importedHashProblem(hash, itsMemory - 1)).to.equal('PASSWORD_HASH_TOO_COSTLY')
      expect(importedHashProblem(hash, itsMemory)).to.equal(null)
    })
  }
})
