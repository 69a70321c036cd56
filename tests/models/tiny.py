"""Tiny randomly initialised models and tokenizers, made on the spot: no download, a few hundred thousand weights."""

from typing import Any

import pytest

pytest.importorskip("transformers")
import torch
import transformers

# The models are tiny, and threads that wait for each other are slow beside other processes.
torch.set_num_threads(1)

WINDOW = 8
VOCABULARY = 320
_SLIDING = ["sliding_attention", "sliding_attention", "sliding_attention", "full_attention"]
_SIZES = {
    "vocab_size": VOCABULARY,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 512,
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
}
_EXPERTS = {"num_experts_per_tok": 2, "moe_intermediate_size": 24}

# Name -> (causal model class, config class, arguments beside the common sizes).
ARCHITECTURES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "llama": ("LlamaForCausalLM", "LlamaConfig", {}),
    "mistral-window": ("MistralForCausalLM", "MistralConfig", {"sliding_window": WINDOW}),
    "qwen2": ("Qwen2ForCausalLM", "Qwen2Config", {}),
    "qwen3": ("Qwen3ForCausalLM", "Qwen3Config", {"head_dim": 8}),
    "qwen3-moe": ("Qwen3MoeForCausalLM", "Qwen3MoeConfig", {"head_dim": 8, "num_experts": 4, **_EXPERTS}),
    "qwen3.5": (
        "Qwen3_5ForCausalLM",
        "Qwen3_5TextConfig",
        {
            "head_dim": 8,
            "layer_types": ["linear_attention"] * 3 + ["full_attention"],
            "linear_num_key_heads": 2,
            "linear_num_value_heads": 4,
            "linear_key_head_dim": 8,
            "linear_value_head_dim": 8,
        },
    ),
    "qwen3.5-moe": (
        "Qwen3_5MoeForCausalLM",
        "Qwen3_5MoeTextConfig",
        {
            "head_dim": 8,
            "layer_types": ["linear_attention"] * 3 + ["full_attention"],
            "linear_num_key_heads": 2,
            "linear_num_value_heads": 4,
            "linear_key_head_dim": 8,
            "linear_value_head_dim": 8,
            "num_experts": 4,
            "shared_expert_intermediate_size": 24,
            **_EXPERTS,
        },
    ),
    "gemma2-softcap": ("Gemma2ForCausalLM", "Gemma2Config", {"head_dim": 8, "sliding_window": WINDOW}),
    "gemma3": (
        "Gemma3ForCausalLM",
        "Gemma3TextConfig",
        {"head_dim": 8, "sliding_window": WINDOW, "layer_types": _SLIDING},
    ),
    "gemma3n-shared-kv": (
        "Gemma3nForCausalLM",
        "Gemma3nTextConfig",
        {
            "head_dim": 8,
            "sliding_window": WINDOW,
            "layer_types": ["sliding_attention", "full_attention"] * 2,
            "num_kv_shared_layers": 2,
            "vocab_size_per_layer_input": VOCABULARY,
            "hidden_size_per_layer_input": 8,
            "laurel_rank": 4,
            "altup_num_inputs": 2,
            "intermediate_size": [48] * 4,
            "activation_sparsity_pattern": [0.0] * 4,
        },
    ),
    "gemma4": (
        "Gemma4ForCausalLM",
        "Gemma4TextConfig",
        {
            "head_dim": 8,
            "global_head_dim": 16,
            "sliding_window": WINDOW,
            "layer_types": _SLIDING,
            "num_kv_shared_layers": 0,
            "hidden_size_per_layer_input": 0,
        },
    ),
    "gemma4-shared-kv": (
        "Gemma4ForCausalLM",
        "Gemma4TextConfig",
        {
            "head_dim": 8,
            "global_head_dim": 16,
            "sliding_window": WINDOW,
            "layer_types": ["sliding_attention", "full_attention"] * 2,
            "num_kv_shared_layers": 2,
            "vocab_size_per_layer_input": VOCABULARY,
            "hidden_size_per_layer_input": 8,
        },
    ),
    "exaone4": (
        "Exaone4ForCausalLM",
        "Exaone4Config",
        {"sliding_window": WINDOW, "sliding_window_pattern": 4, "layer_types": _SLIDING},
    ),
    "hyperclovax": ("HyperCLOVAXForCausalLM", "HyperCLOVAXConfig", {"head_dim": 8}),
    "deepseek-v3": (
        "DeepseekV3ForCausalLM",
        "DeepseekV3Config",
        {
            "num_key_value_heads": 4,
            "n_routed_experts": 4,
            "n_group": 2,
            "topk_group": 1,
            "kv_lora_rank": 8,
            "q_lora_rank": 8,
            "qk_nope_head_dim": 8,
            "qk_rope_head_dim": 4,
            "v_head_dim": 8,
            "first_k_dense_replace": 1,
            **_EXPERTS,
        },
    ),
    "gpt-oss": (
        "GptOssForCausalLM",
        "GptOssConfig",
        {
            "head_dim": 8,
            "sliding_window": WINDOW,
            "layer_types": ["sliding_attention", "full_attention"] * 2,
            "num_local_experts": 4,
            "num_experts_per_tok": 2,
        },
    ),
}


def tiny_model(architecture: str, seed: int = 0) -> Any:
    """A float32 model of the architecture with weights drawn from the seed."""
    model_class, config_class, extra = ARCHITECTURES[architecture]
    config = getattr(transformers, config_class)(**{**_SIZES, **extra})
    torch.manual_seed(seed)
    model = getattr(transformers, model_class)(config).eval().float()
    with torch.no_grad():
        for name, weight in model.named_parameters():
            # Large enough that a wrong mask moves every value; sinks and gates are not left at zero either.
            if weight.dim() >= 2 or "sinks" in name:
                weight.normal_(0.0, 0.3)
    return model


@torch.inference_mode()
def reference(model: Any, tokens: tuple[int, ...], scored: int) -> float:
    """log P of the last `scored` tokens, from one forward pass over one sequence, nothing shared and nothing cut."""
    logits = model(input_ids=torch.tensor([tokens[:-1]]), use_cache=False).logits[0].float()
    values = logits.log_softmax(-1)[-scored:]
    return float(values[range(scored), list(tokens[-scored:])].sum())


CORPUS = [
    "질문: 물은 몇 도에서 끓는가?\n답변: 백 도",
    "Question: what is it?\nAnswer: it is",
    "안녕하세요 반갑습니다. 감사합니다.",
] * 4
SPECIALS = ["<pad>", "<s>", "</s>", "<|im_start|>", "<|im_end|>"]

LLAMA_TEMPLATE = (
    "{{ bos_token }}{% for m in messages %}[{{ m['role'] }}]\n{{ m['content'] | trim }}</s>{% endfor %}"
    "{% if add_generation_prompt %}[assistant]\n{% endif %}"
)
QWEN_TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n"
    "{% if enable_thinking is defined and enable_thinking is false %}<think>\n\n</think>\n\n{% endif %}{% endif %}"
)
GEMMA_TEMPLATE = (
    "{{ bos_token }}{% for m in messages %}<|turn>{{ 'model' if m['role'] == 'assistant' else m['role'] }}\n"
    "{{ m['content'] | trim }}<turn|>\n{% endfor %}{% if add_generation_prompt %}<|turn>model\n{% endif %}"
)


def tiny_tokenizer(*, bos: bool = True, template: str | None = None) -> Any:
    """A byte-level tokenizer of at most `VOCABULARY` tokens that adds one BOS, or none."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

    core = Tokenizer(models.BPE())
    core.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    core.decoder = decoders.ByteLevel()
    core.train_from_iterator(
        CORPUS,
        trainers.BpeTrainer(
            vocab_size=VOCABULARY,
            special_tokens=SPECIALS,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    if bos:
        core.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=core,
        bos_token="<s>" if bos else None,
        eos_token="</s>",
        pad_token="<pad>",
        chat_template=template,
    )


def tiny_checkpoint(folder: Any, architecture: str = "llama", **tokenizer: Any) -> str:
    """Save a tiny model and its tokenizer; the folder's name."""
    tiny_model(architecture).save_pretrained(folder)
    tiny_tokenizer(**tokenizer).save_pretrained(folder)
    return str(folder)
