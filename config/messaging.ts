import { readSettings, retentionDays } from '#kernel/settings/main'
import messaging from '#plugins/messaging/plugin'
import env from '#start/env'
import type { MessagingConfig } from '#plugins/messaging/main'

const settings = readSettings(messaging.settings)
const days = retentionDays(messaging.retention)
const framesPerSecond = 50

const messagingConfig: MessagingConfig = {
  path: '/ws/im',
  ticketSeconds: 30,
  authSeconds: 5,
  frameBytes: 64 * 1024,
  framesPerSecond,
  frameBurst: framesPerSecond * 4,
  framesPerSecondOfUser: framesPerSecond * 4,
  socketsPerUser: 100,
  streamsPerUser: 20,
  conversationsPerHour: 100,
  membersPerHour: 10_000,
  noticesPerHour: 60,
  bufferedBytes: 1024 * 1024,
  drainSeconds: 60,
  pingSeconds: 25,
  deadSeconds: 55,
  recallSeconds: 120,
  editMinutes: settings.IM_EDIT_MINUTES,
  beatSeconds: 10,
  nodeSeconds: 30,
  messageDays: days.messages,
  messageDaysOf: {
    direct: days.direct_messages,
    group: days.group_messages,
    system: days.notices,
  },
  contacts: 'everybody',
  groupMembers: 5_000,
  membershipsPerUser: 2_000,
  signsUpTo: 200,
  pageEntries: 200,
  writers: env.get('DB_CONNECTION') === 'sqlite' ? 1 : 2,
}

export default messagingConfig
