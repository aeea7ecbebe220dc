import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  '投票',
  '投票中',
  '感谢投票',
  '你已投票',
  '你的网络已投票',
  '{}后可再投',
  '当前繁忙',
  '{}后重试',
  '你已离线',
  '联网后自动投票',
  '投票失败',
  '点击重试',
  '此处尚未设置投票',
  '游戏内名称',
  '1 至 64 个可见字符',
  { other: '票' },
];
