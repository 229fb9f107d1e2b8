//! `jfrs-reader FILE` does with jfrs, a reader of recordings in Rust, what `Readers` does with those in Java: adds
//! pinned events up by their stacks, and prints the same line.

use jfrs::reader::event::Accessor;
use jfrs::reader::value_descriptor::ValueDescriptor;
use jfrs::reader::{Chunk, JfrReader};
use std::collections::HashMap;
use std::env;
use std::error::Error;
use std::fs::File;

const PINNED: &str = "jdk.VirtualThreadPinned";

#[derive(Default, Clone, Copy)]
struct Sum {
    pins: i64,
    nanos: i64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("usage: jfrs-reader FILE")?;
    let mut by_content: HashMap<String, Sum> = HashMap::new();
    let mut recording = JfrReader::new(File::open(path)?);
    for chunk in recording.chunks() {
        let (mut reader, chunk) = chunk?;
        let ticks_per_nano = chunk.header.ticks_per_second as f64 / 1e9;
        let mut by_stack: HashMap<(i64, i64), Sum> = HashMap::new();
        for event in reader.events(&chunk) {
            let event = event?;
            if event.class.name() != PINNED {
                continue;
            }
            let pin = event.value();
            let ticks: i64 = number(&pin, "duration").ok_or("a pin without a duration")?;
            let stack = pin.get_field_raw("stackTrace").ok_or("a pin without a stack")?;
            let ValueDescriptor::ConstantPool { class_id, constant_index } = stack.value else {
                return Err("a stack that is not in the constant pool".into());
            };
            let sum = by_stack.entry((*class_id, *constant_index)).or_default();
            sum.pins += 1;
            sum.nanos += (ticks as f64 / ticks_per_nano) as i64;
        }
        for ((class_id, constant_index), sum) in by_stack {
            let all = by_content.entry(text(&chunk, class_id, constant_index)?).or_default();
            all.pins += sum.pins;
            all.nanos += sum.nanos;
        }
    }
    println!("{}", answer(&by_content));
    Ok(())
}

fn answer(by_content: &HashMap<String, Sum>) -> String {
    let (mut pins, mut nanos, mut hash) = (0i64, 0i64, 0i64);
    for (stack, sum) in by_content {
        pins += sum.pins;
        nanos += sum.nanos;
        hash = hash.wrapping_add(i64::from(java_hash(stack)).wrapping_mul(sum.pins + 31));
    }
    format!("pins {pins}, microseconds {}, stacks {}, hash {hash}", nanos / 1_000, by_content.len())
}

/// As `java.lang.String.hashCode`.
fn java_hash(text: &str) -> i32 {
    text.encode_utf16().fold(0, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

fn text(chunk: &Chunk, class_id: i64, constant_index: i64) -> Result<String, Box<dyn Error>> {
    let reference = ValueDescriptor::ConstantPool { class_id, constant_index };
    let frames = Accessor::new(chunk, &reference).get_field("frames").and_then(Accessor::as_iter);
    let mut text = String::new();
    for frame in frames.ok_or("a stack without frames")? {
        let method = frame.get_field("method").ok_or("a frame without a method")?;
        let class = method.get_field("type").and_then(|class| symbol(&class)).ok_or("a method without a class")?;
        let name = symbol(&method).ok_or("a method without a name")?;
        let line: i32 = number(&frame, "lineNumber").ok_or("a frame without a line")?;
        text.push_str(&format!("{}.{name}:{}\n", stable(&class.replace('/', ".")), line.max(0)));
    }
    Ok(text)
}

/// A hidden class's name without its address, which is another one in each JVM.
fn stable(class: &str) -> &str {
    ["+0x", ".0x", "/0x"].iter().filter_map(|mark| class.find(mark)).min().map_or(class, |end| &class[..end])
}

fn symbol(of: &Accessor) -> Option<String> {
    let name = of.get_field("name")?.get_field("string")?;
    <&str>::try_from(name.value).ok().map(str::to_owned)
}

fn number<T>(of: &Accessor, field: &str) -> Option<T>
where
    for<'a> T: TryFrom<&'a ValueDescriptor>,
{
    let value = of.get_field(field)?;
    T::try_from(value.value).ok()
}
