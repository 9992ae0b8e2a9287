/** 256 words, at most 7 letters, told apart by their first 3 (CLG-39). Their order is part of the protocol. */
export const wordList: readonly string[] = `
  acorn adult agenda aisle alley amber apple arch arrow aspen atlas autumn awning axis badge ballet
  banjo basket bay begin bench bicycle bishop blanket board boiler border bracket bread bronze bucket buffalo
  butter cabin camera candle castle cello cement chalk chimney circus clinic cobalt coffee collar comet corner
  cotton cricket cube curtain daisy dancer debate desert diamond doctor dolphin double dream drum dust eagle
  easel eclipse editor elbow elder empty episode errand evening fabric falcon feather fender fiber finger flag
  fog folder fossil frame friend fruit fuel gadget garden gate giant ginger globe golden gorilla grape
  green gull habit hammer hazel helmet hill hobby hockey horizon hotel hut idea igloo index iris
  island jacket jade jar jewel jigsaw journey judge jungle kernel kettle king kitchen koala lagoon lamp
  lava lawn legend letter library linen lion lobby lucky lumber lynx magnet maple mask meadow mentor
  metal mint mobile model moon motor muffin napkin nectar nephew nickel noble north novel nurse oasis
  object october olive opera orchid osprey oval owl oyster palace panda parrot pasture pebble pencil pepper
  picnic pilot pirate plum pocket polar pony prairie pumpkin purple quartz quilt rabbit raft rain raven
  reef rescue river robin rose ruby rug saddle sailor sand sauce scarf season secret sheep singer
  sketch sleigh smile soccer soldier song spider spring stable sugar summer symbol talent tango teapot temple
  thunder tiger timber tomato topaz tower tulip tunnel twig uncle update useful valley velvet vessel visit
  voice volcano wagon walnut wealth wheat willow wizard wolf woods yard yellow young zebra zinc zone
`
  .trim()
  .split(/\s+/);
