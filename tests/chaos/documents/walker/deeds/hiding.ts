import { documentTexts } from '../../../../fakes/document_server/ooxml.js'
import type { ForgottenFile } from '../../../../fakes/document_server/output_store.js'
import type { History } from '../history/history.js'
import { readNotices } from '../oracle/notices.js'
import { LowLimit } from '../stage/troubles/low_limit.js'
import { picked, type Deed, type Pick } from './deed.js'

const limitOf = ({ stage }: History) =>
  stage.troubles.find((trouble) => trouble instanceof LowLimit)

/** Somebody leaves, and this once the last save is written as .odt, and refused: it lies beside what is lost as .docx. */
export const leaveOtherwise = (which: Pick): Deed => ({
  name: `leave otherwise ${which}`,
  can: (history) =>
    history.tabs.length > 0 &&
    history.broken.size === 0 &&
    history.stage.server.faults.format === true &&
    limitOf(history) !== undefined,
  async act(history) {
    const { courier, server } = history.stage
    const tab = picked(history.tabs, which)
    const limit = limitOf(history)
    if (!tab || !limit) return
    history.say(
      `${tab.by.name} leaves ${history.nameOf(tab.key)}; what is saved is an .odt, and is refused`
    )
    history.tabs.splice(history.tabs.indexOf(tab), 1)
    Object.assign(courier, { hold: 'nowhere', isMute: false, isOver: true })
    server.faults.format = false
    await limit.strike()
    try {
      void tab.editor.close()
      await history.stage.settled()
    } finally {
      await limit.mend()
      server.faults.format = true
      courier.isOver = false
    }
  },
})

/** As those who look after the editor are told to: what hides another lost save is taken out of the folder. */
export async function takeOutWhatHides(history: History): Promise<void> {
  const { store } = history.stage.server
  for (const key of store.forgottenKeys()) {
    const [shown, ...others] = store.allForgotten(key)
    if (!shown || others.length === 0) continue
    await expectTold(history, key, [shown, ...others])
    history.say(`output.${shown.extension} of ${history.nameOf(key)} is taken out by hand`)
    store.takeOut(key, shown.extension)
  }
}

/** Whoever has work in what is hidden alone. */
async function expectTold(
  history: History,
  key: string,
  [shown, ...others]: readonly ForgottenFile[]
): Promise<void> {
  const seen = textsIn(shown!)
  const hidden = others.flatMap(textsIn).filter((text) => !seen.includes(text))
  const notices = await readNotices(history)
  for (const text of hidden) {
    const by = history.ledger.changeOf(text)?.by
    if (!by || history.wasEverAway(by.name)) continue
    if (notices.some(({ to, text: told }) => to === by && told.includes('behind another'))) continue
    history.complain(
      `${by.name} was not told that ${text} lies hidden under ${history.nameOf(key)}`
    )
  }
}

const textsIn = ({ bytes, extension }: ForgottenFile): string[] => documentTexts(bytes, extension)
