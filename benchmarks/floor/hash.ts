/** Verifies one password again and again, as many at once as there are cores; prints verifications a second. */
import { availableParallelism } from 'node:os'
import argon2 from 'argon2'

const seconds = Number(process.argv[2] ?? 3)
const hashed = await argon2.hash('measured', {
  type: argon2.argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
})

let verified = 0
const until = performance.now() + seconds * 1000

async function keepVerifying() {
  while (performance.now() < until) {
    await argon2.verify(hashed, 'measured')
    verified += 1
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, keepVerifying))
process.stdout.write(String(verified / seconds))
