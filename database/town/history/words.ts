// What fans write beside a tip, each to the creator it fits.

export const tipWords: Readonly<Record<string, readonly [string, ...string[]]>> = {
  papertheatre: ['海好美', '請紙人喝杯水', '月亮掛住了，恭喜', 'The moon made me hold my breath'],
  nightradio: ['夜班的人謝謝你', '今天的沉默剛剛好', '買杯熱的，慢慢念', '走廊那封信，我聽了兩次'],
  linmu: ['安可', '第三排的不是我，但我也哭了', '換弦基金', '〈把燈關小〉請一定要發'],
  inkworks: ['桌布換上了，同事都在問', '給那張捨不得燒的舊稿', '下雨天也加油'],
  'spot.three': ['第七雙手套', '收光那四十秒，謝謝', 'For the half second'],
  'velvet.curtain': ['左腳的鞋找到了嗎', '椅子也辛苦了', '下次還要坐前排', 'Bravo from far away'],
  mistriver: ['給混音的人買杯熱的', '毛巾錢', '昨天靠你睡著的'],
  'ache.piano': ['Do、降 Mi、Sol', '外婆的中央 C，我喜歡', '給手腕貼的藥布'],
  'lantern.lane': ['巷尾那盞，我等一下過去', '謝謝你記得阿公的話', '慢慢來'],
  'marlowe.cuts': ['For new blades', 'The boat can come here', '從臺灣寄來的一張紙'],
  harborlight: ['For another sandwich', 'I would set the chairs', '第三階我有小心'],
  'ines.weaves': ['For more Tuesday', 'Four mistakes, all lovely', '顏色好大聲，喜歡'],
}
