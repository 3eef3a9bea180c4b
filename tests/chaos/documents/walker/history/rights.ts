import { guestOf } from '../stage/people.js'
import type { Person } from '../stage/person.js'
import type { Change } from './ledger.js'
import type { History, Tab } from './history.js'

/** Who may change the document, and of whom the service has seen that they may not. */
export class Rights {
  /** They may look, and no more. */
  readonly withdrawn = new Set<Person>()
  readonly #barred = new Set<Person>()

  constructor(private readonly history: History) {}

  mayEdit(person: Person): boolean {
    const { disabled, stage, sharedTo } = this.history
    if (disabled.has(person) || this.withdrawn.has(person)) return false
    return person !== guestOf(stage.people) || sharedTo === 'edit'
  }

  /** Whether what they change from now on is changed without the right, as the service is to know. */
  isBarred(person: Person): boolean {
    return this.#barred.has(person) && !this.mayEdit(person)
  }

  /** It was looked at who may stay. */
  noteReview(): void {
    const { stage, tabs } = this.history
    const inside = new Set(tabs.filter(({ editor }) => editor.canEdit).map(({ by }) => by))
    for (const person of stage.people.all)
      if (this.mayEdit(person)) this.#barred.delete(person)
      else if (!inside.has(person)) this.#barred.add(person)
  }

  /** Of what they write now. */
  of({ by, isBarred, isLoggedOut }: Tab): Change['right'] {
    if (isBarred && this.isBarred(by)) return 'lost'
    return this.mayEdit(by) && !this.#barred.has(by) && !isLoggedOut ? undefined : 'unclear'
  }
}
