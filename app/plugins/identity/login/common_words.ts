/** Words that many passwords consist of, in lower case. */
const WORDS = `
  password passwort passwd pass login letmein welcome willkommen hello hallo bonjour admin administrator root user guest
  test testing demo sample example default changeme change secret private secure security system server service
  chancery office company business manager master access account qwerty qwertz azerty asdf zxcv iloveyou loveyou love
  lover princess prince angel baby sweet honey sunshine sunset flower butterfly summer winter spring autumn january
  february march april june july august september october november december monday tuesday wednesday thursday friday
  saturday sunday football baseball basketball soccer hockey tennis golf fussball liverpool arsenal chelsea barcelona
  yankees cowboys steelers eagles dragon monkey tiger lion panther shadow ninja samurai killer hunter ranger soldier
  superman batman spiderman starwars pokemon naruto matrix jordan michael jessica jennifer ashley amanda daniel thomas
  robert charlie george andrew joshua matthew nicole michelle anthony william hannah thunder silver golden orange banana
  cheese cookie chocolate coffee computer internet google facebook apple samsung microsoft windows linux whatever
  freedom forever trustno nothing money dollar london berlin paris newyork america england germany
`
export const COMMON_WORDS: readonly string[] = WORDS.trim().split(/\s+/)

/** Neighbouring keys, the alphabet and the digits. */
const ROWS = [
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '!@#$%^&*()',
  '!"§$%&/()=',
]

/** Any three neighbours, in either direction. */
export const KEY_RUNS: ReadonlySet<string> = new Set(
  [...ROWS, ...ROWS.map(reversed)].flatMap((row) =>
    Array.from(row, (_, at) => row.slice(at, at + 3)).slice(0, -2)
  )
)

export function reversed(text: string): string {
  return [...text].reverse().join('')
}
