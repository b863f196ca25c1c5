import { randomInt } from 'node:crypto'

const adjectives =
  'Able Agile Amber Ample Bold Brave Breezy Bright Brisk Calm Candid Civil Clear Clever Cosmic Cosy Crisp Curious Daring Deft Eager Early Earnest Easy Fair Famous Fancy Fleet Fond Frank Fresh Gentle Glad Grand Handy Happy Hardy Honest Humble Jolly Keen Kind Lively Loyal Lucky Merry Mighty Mild Modest Neat Nimble Noble Patient Plucky Polite Proud Quick Quiet Ready Royal Silent Smart Snug Solar Spry Steady Stout Sunny Swift Tender Tidy Upbeat Vivid Warm Wise Witty Young Zesty'.split(
    ' ',
  )
const colours =
  'Almond Apricot Aqua Auburn Azure Beige Bronze Cerise Cherry Cobalt Copper Coral Cream Crimson Cyan Ebony Emerald Fawn Gold Green Grey Hazel Indigo Ivory Jade Khaki Lemon Lilac Lime Magenta Maroon Mauve Mint Mustard Navy Ochre Olive Orange Orchid Peach Pearl Plum Purple Red Rose Ruby Russet Rust Saffron Sage Sepia Sienna Silver Teal Topaz Umber Violet White Yellow'.split(
    ' ',
  )
const animals =
  'Alpaca Badger Beaver Bison Bobcat Camel Caribou Cheetah Civet Condor Cougar Crane Curlew Dingo Dolphin Eagle Egret Elk Falcon Ferret Finch Fox Gannet Gazelle Gecko Gibbon Giraffe Goose Grouse Hare Heron Ibex Ibis Iguana Impala Jackdaw Jaguar Kestrel Kiwi Koala Lark Lemur Leopard Lion Llama Lynx Magpie Marmot Marten Meerkat Moose Newt Ocelot Okapi Oriole Osprey Otter Owl Panda Panther Pelican Penguin Petrel Pika Plover Puffin Quail Quokka Rabbit Raven Robin Seal Serval Sparrow Stork Swan Tapir Tern Tiger Toucan Turtle Vicuna Vole Walrus Weasel Wombat Wren Yak Zebra'.split(
    ' ',
  )

export function randomUsername(): string {
  return [adjectives, colours, animals].map((words) => words[randomInt(words.length)]).join('')
}
