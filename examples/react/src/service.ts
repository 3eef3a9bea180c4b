import { useEffect, useState, type FormEvent } from 'react'
import { Chancery, type ChanceryError } from '@chancery/http-client'

/** The service lies beside this page, unless `VITE_SERVICE_URL` says otherwise. */
export const baseUrl: string = import.meta.env.VITE_SERVICE_URL ?? location.origin

const endings = new Set<() => void>()

/** Calls back when the session is over, here or in another tab. Returns what ends the listening. */
export function onSessionEnd(handler: () => void): () => void {
  endings.add(handler)
  return () => void endings.delete(handler)
}

export const chancery = new Chancery({
  baseUrl,
  onSessionEnd: () => endings.forEach((handler) => handler()),
})

/** Asks anew whenever `inputs` change; what was asked before is then cancelled. */
export function useAnswer<Data>(ask: (signal: AbortSignal) => Promise<Data>, inputs: unknown[]) {
  const [answer, setAnswer] = useState<{ data?: Data; error?: ChanceryError }>({})
  useEffect(() => {
    const leaving = new AbortController()
    const show = (next: typeof answer) => leaving.signal.aborted || setAnswer(next)
    ask(leaving.signal).then(
      (data) => show({ data }),
      (error: ChanceryError) => show({ error })
    )
    return () => leaving.abort()
  }, inputs)
  return answer
}

/** For a form: what it was refused for, and what to do when it is submitted. */
export function useSubmit(work: (form: FormData) => Promise<unknown>) {
  const [error, setError] = useState<ChanceryError>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setError(undefined)
    work(new FormData(event.currentTarget)).catch(setError)
  }
  return { error, submit }
}
