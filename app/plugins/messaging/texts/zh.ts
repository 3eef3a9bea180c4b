import type { Texts } from '#kernel/languages/main'

const texts: Texts = {
  'Conversations over WebSocket: ordered, durable, resumable; and notices':
    '基于 WebSocket 的会话：有序、持久、可恢复；以及通知',
  'Messages': '消息',
  'Online': '在线用户',
  'Kick': '强制下线',
  'Notices': '通知',
  'See who is online': '查看在线用户',
  'End the sessions of somebody who is online': '结束在线用户的会话',
  'Send notices': '发送通知',
  'You have looked for people as often as one may in a minute': '一分钟内查找人员的次数已达上限',
  'You have searched as often as one may in a minute': '一分钟内搜索的次数已达上限',
  'No such person': '没有此人',
  'No such member': '没有此成员',
  'No such message': '没有此消息',
  'No such conversation': '没有此会话',
  'The owner hands the group over instead': '群主应先转让群组',
  'The next owner must be a member who can log in; choose another one':
    '新群主必须是可以登录的成员；请另选一位',
  'reaction must be visible characters, of at most {0} bytes of UTF-8':
    'reaction 必须是可见字符，UTF-8 编码最多 {0} 字节',
  'Say either conversationId or to': '请指定 conversationId 或 to 之一',
  'replyTo is the seq of no message of this conversation': 'replyTo 不是此会话中任何消息的 seq',
  'Mention members of the conversation only': '只能提及会话的成员',
  'Say to whom: all, userIds, roleIds or departmentIds':
    '请指定接收人：all、userIds、roleIds 或 departmentIds',
  'content is not that of a message of type {0}': 'content 不符合 {0} 类型的消息',
  'content is too large': 'content 过大',
  'The message has invalid content': '消息内容无效',
  'content may be nested {0} deep at most': 'content 最多嵌套 {0} 层',
  'content may have {0} values at most': 'content 最多包含 {0} 个值',
  '{0} must not have more than {1} items': '{0} 不得超过 {1} 项',
  'The frame has invalid members': '帧中有无效的成员',
  'This origin may not connect; ask for it to be allowed':
    '不允许此来源连接；请申请将其加入允许列表',
  '{0} names no file of yours; upload it first': '{0} 指定的不是您的文件；请先上传',
  '{0} names no image; send it as a file': '{0} 指定的不是图片；请作为文件发送',
  'Say one of beforeSeq, afterSeq and aroundSeq, not several':
    'beforeSeq、afterSeq 和 aroundSeq 只能指定其一',
  'This message has no file': '此消息没有文件',
  'This group has no picture': '此群组没有头像',
  'Nobody like that is online': '没有符合条件的在线用户',
  'User {0} is in as many conversations of this kind as one may': '用户 {0} 参与的此类会话已达上限',
  'You are in as many conversations of this kind as one may': '您参与的此类会话已达上限',
  'The token is not good for this socket; log in again': '该令牌不适用于此连接；请重新登录',
  'Minutes in which a message can be edited': '消息可编辑的分钟数',
  'Counted from when it was sent; 0 for never.': '从发送时起算；0 表示不可编辑。',
  'Seconds in which a message can be recalled': '消息可撤回的秒数',
  'By who wrote it. Those who run a group recall later as well.':
    '由发送者撤回；群主和管理员之后也可以撤回。',
}

export default texts
