import { isDone, type Rule } from '../event.js'

/** What must not be done is refused; what is within reach is shown; what is not is as if it were not there. */
export const verdictKept: Rule = (event) => {
  const { verdict, answer } = event
  const { so, because, isHidden } = verdict
  const text = `was answered ${answer.status}, though ${because}`
  if (so === 'never' && isDone(event)) return [text]
  if (so === 'must' && !isDone(event)) return [`${text}: ${answer.body.toString().slice(0, 200)}`]
  const tells = isHidden && event.request.operation.method === 'GET' && answer.status !== 404
  return tells ? [`${text}, and so is to be answered 404`] : []
}
