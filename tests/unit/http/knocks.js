import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** A thread that knocks while the one that listens is busy: says how the requests were answered. */
const { port, knocks, told } = workerData
const answers = []
let sent = 0

for (let index = 0; index < knocks; index++) {
  let answer = ''
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(
      'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      () => {
        if (++sent < knocks) return
        Atomics.store(told, 0, 1)
        Atomics.notify(told, 0)
      }
    )
  })
  socket.on('data', (bytes) => (answer += bytes))
  socket.on('error', (error) => (answer = error.code))
  socket.on('close', () => {
    answers.push(answer.split('\r\n')[0])
    if (answers.length === knocks) parentPort.postMessage(answers)
  })
}
