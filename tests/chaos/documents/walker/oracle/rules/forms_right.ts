import type { SentSave } from '../../history/ledger.js'
import type { Evidence, Version } from '../evidence.js'

/** A submitted form is kept, once, of whoever submitted it, and is never what is present, nor restored to be. */
export function* formsRight(evidence: Evidence): Generator<string> {
  const { history, forms, versions, present } = evidence
  const sent = history.ledger.saves.filter(({ form, isFailed }) => form && !isFailed)
  for (const one of sent)
    if (one.isAcknowledged && !forms.some((version) => isOf(version, one)))
      yield `a form submitted under ${history.nameOf(one.key)} (${one.texts.join(' ')}) is no version`
  for (const version of forms) {
    const times = new Set(sent.filter((one) => isOf(version, one)).map(({ form }) => form!.path))
    const kept = forms.filter(({ sha256, authorId }) => isSame(version, { sha256, authorId }))
    if (kept.length > times.size)
      yield `version ${version.no} is a form that was submitted ${times.size} times, and kept ${kept.length} times`
    if (!version.beside || present.no === version.no)
      yield `version ${version.no}, a submitted form, does not lie beside`
    if (versions.some(({ restoredFrom }) => restoredFrom === version.no))
      yield `version ${version.no}, a submitted form, was restored`
  }
}

const isOf = ({ sha256, authorId }: Version, one: SentSave): boolean =>
  sha256 === one.sha256 && String(authorId) === one.form!.by

type Known = Pick<Version, 'sha256' | 'authorId'>

const isSame = (one: Known, other: Known): boolean =>
  one.sha256 === other.sha256 && one.authorId === other.authorId
